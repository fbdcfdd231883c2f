/**
 * Debian packages of what the build leaves: {@code oasis-agent}, {@code oasis-adapter}, {@code
 * oasis-manager}, the command {@code oasis}, and the Java that all of them run on.
 *
 * <p>The same commit gives the same bytes: every file has the commit's time and rights that are
 * said here, and the order is the path's. Units, scripts and licences lie beside the classes as
 * they will lie on a host; the sample configuration, manuals and completions are made of the lists
 * by which options are read.
 */
@NullMarked
package io.oasis.packages;

import org.jspecify.annotations.NullMarked;
