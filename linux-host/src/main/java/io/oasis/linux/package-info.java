/** What a Linux host knows about block devices, cgroups and pressure. */
@NullMarked
package io.oasis.linux;

import org.jspecify.annotations.NullMarked;
