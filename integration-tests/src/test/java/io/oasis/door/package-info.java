/** The outer doors: HTTPS, brokers with TLS, passwords and access rules, and who knocks at them. */
@NullMarked
package io.oasis.door;

import org.jspecify.annotations.NullMarked;
