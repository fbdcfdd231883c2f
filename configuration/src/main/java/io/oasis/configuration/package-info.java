/**
 * How every component of Oasis is told what to do.
 *
 * <p>A component lists its keys once ({@link io.oasis.configuration.Component}); each {@link
 * io.oasis.configuration.Key} knows its unit, range, default and meaning, and turns text into a
 * value. {@link io.oasis.configuration.Settings} looks for a key's text in four layers: an option
 * {@code --key value} wins over the environment's {@code OASIS_KEY}, that over the file named by
 * {@code --config}, that over the default. Whatever is wrong is a {@link
 * io.oasis.configuration.UsageException}: one line that names the key, the value, what would be
 * right and where it stands; {@link io.oasis.configuration.FileCheck} says everything that is wrong
 * with a file before a service reads it. Help and the reference table are made of the same list.
 */
@NullMarked
package io.oasis.configuration;

import org.jspecify.annotations.NullMarked;
