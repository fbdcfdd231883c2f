/**
 * What an adapter or an operator can ask of a running brick and tell it: one JSON object per line
 * over a Unix socket.
 *
 * <p>{@code {"method":"statistics"}} answers with everything that is counted. {@code
 * {"method":"set","export":"a","limitIops":500,"leaseMillis":15000}} changes terms; what is not
 * named stays. With a lease the terms of the configuration come back when it runs out and was not
 * renewed by another {@code set}, so a controller that dies leaves nothing behind; the lease is
 * counted by the brick itself. {@code {"method":"release","export":"a"}} does so at once, without
 * an export for all. {@code {"method":"discipline","device":"main","name":"sfq(4)"}} changes the
 * discipline, {@code {"method":"partition","device":"main","name":"app","bytes":1048576}} a cache
 * partition.
 *
 * <p>The answer is {@code {"ok":true, ...}} or {@code {"ok":false,"error":"..."}}. The socket's
 * file permissions say who may ask.
 */
@NullMarked
package io.oasis.brick.control;

import org.jspecify.annotations.NullMarked;
