/** What the operating system offers and Java does not. */
@NullMarked
package io.oasis.brick.os;

import org.jspecify.annotations.NullMarked;
