/**
 * What an adapter or an operator can ask of a running brick and tell it: one JSON object per line
 * over a Unix socket.
 *
 * <p>{@code {"method":"statistics"}} answers with everything that is counted. {@code
 * {"method":"set","export":"a","limitIops":500,"leaseMillis":15000}} changes terms; what is not
 * named stays. With a lease, what was there before comes back when it runs out and was not
 * prolonged by another {@code set} or by {@code {"method":"renew","exports":["a"],...}}, so a
 * controller that dies leaves nothing behind; the lease is counted by the brick itself. {@code
 * {"method":"release","export":"a"}} brings back what was configured, without an export all of it.
 * {@code {"method":"discipline","device":"main","name":"sfq(4)"}} changes the discipline, {@code
 * {"method":"divide","device":"main","sizes":{"app":1048576},"leaseMillis":15000}} the partitions
 * of a cache. A request that names an {@code incarnation} is refused by any other one.
 *
 * <p>The answer is {@code {"ok":true,"incarnation":"...", ...}} or {@code
 * {"ok":false,"error":"..."}}. The socket's file permissions say who may ask.
 */
@NullMarked
package io.oasis.brick.control;

import org.jspecify.annotations.NullMarked;
