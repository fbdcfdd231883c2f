/**
 * The zoo: devices and loads as data, run in virtual time under several policies with limits in the
 * hosts' kernels and in the array, and judged by shares that are worked out offline.
 *
 * <p>{@code scenario} reads the data, {@code device} models the devices, {@code site} runs them,
 * {@code judge} measures.
 */
@NullMarked
package io.oasis.lab.zoo;

import org.jspecify.annotations.NullMarked;
