/**
 * The lab: the whole loop in virtual time, with the production code of agent, manager and adapter
 * around modelled applications, devices and networks.
 *
 * <p><b>Problem.</b> Nobody trusts an allocator that was seen on one device for one minute. Here
 * fifteen minutes take a second, any fault can be placed anywhere, and a change of behaviour shows
 * in a diff of {@code lab/report.md}.
 *
 * <p><b>Model.</b> {@link io.oasis.lab.sim.Timeline} is the only clock. {@link io.oasis.lab.host}
 * makes I/O, holds it back as the kernel's throttle or an array's scheduler does, and shows the
 * agent the counters of {@code /proc/diskstats} and of cgroups. {@link io.oasis.lab.loop} carries
 * messages between {@code HostAgent}, {@code DomainController} and {@code AdapterCore}, the same
 * classes the services run, and audits them after every message. {@link io.oasis.lab.experiment}
 * says what is shown and which bars count.
 *
 * <p><b>Law.</b> What a run gives is a function of (experiment, policy, seed): its {@code sha256}
 * is the same on every machine.
 *
 * <p><b>Limits.</b> No processor time, no page cache, no file systems; a device is its model.
 */
@NullMarked
package io.oasis.lab;

import org.jspecify.annotations.NullMarked;
