/**
 * What the demo and the tests are run on: a block device with a known capacity, applications in
 * cgroups of their own, and a janitor that removes all of it whatever happens to the process that
 * made it.
 */
@NullMarked
package io.oasis.proving.rig;

import org.jspecify.annotations.NullMarked;
