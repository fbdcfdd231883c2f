/**
 * A storage subsystem in virtual time, as the OASIS paper had one: several disks with buffers of
 * their own, the kernel's elevator in front of each, and a storage cache that reads ahead.
 */
@NullMarked
package io.oasis.lab.subsystem;

import org.jspecify.annotations.NullMarked;
