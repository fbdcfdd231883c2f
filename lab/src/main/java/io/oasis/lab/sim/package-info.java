/**
 * Virtual time, the only clock of the lab, and the chance of applications, network and faults. What
 * else is random there (an instance, a lottery) comes from the run's seed too.
 */
@NullMarked
package io.oasis.lab.sim;

import org.jspecify.annotations.NullMarked;
