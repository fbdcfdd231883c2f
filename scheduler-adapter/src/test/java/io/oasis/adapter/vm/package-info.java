/**
 * Runs this module's kernel tests on another kernel: Debian's, in a virtual machine, where the io
 * controller belongs to cgroup v2.
 */
@NullMarked
package io.oasis.adapter.vm;

import org.jspecify.annotations.NullMarked;
