/**
 * The network block device protocol, server side: fixed newstyle negotiation and transmission.
 *
 * <p><b>Model.</b> A connection is one thread. It negotiates, then reads as many requests as have
 * arrived with one read of the socket, serves them, and answers with one write. A client with 32
 * requests outstanding so costs two system calls for many requests, a client with one costs the two
 * that it must.
 *
 * <p><b>Two ways through.</b> When nothing stands between client and volume (no discipline, limit,
 * cache or device model, and a volume at memory speed) the connection's thread copies from the
 * socket's buffer to the volume and back. Otherwise it hands requests to the {@link
 * io.oasis.brick.engine.Engine}, does itself those that may go at once, and a second thread,
 * started with the first request that was held back, answers the others.
 *
 * <p><b>Bounds.</b> A client can make the server hold: its two buffers, at most {@link
 * io.oasis.brick.nbd.Limits#maxRequests} requests, and payload out of one budget that all
 * connections share. Negotiation has a deadline and a number of options; a client that stops in the
 * middle of a request or does not take answers is cut off when its patience is over.
 *
 * <p>Source: the NBD protocol description, doc/proto.md of the NetworkBlockDevice project.
 */
@NullMarked
package io.oasis.brick.nbd;

import org.jspecify.annotations.NullMarked;
