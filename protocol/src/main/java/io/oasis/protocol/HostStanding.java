package io.oasis.protocol;

/**
 * What the names of a host count for in a domain.
 *
 * @param weight of its applications together, as one application counts 1
 * @param names of queues that it has there
 */
public record HostStanding(String host, double weight, double names) {
  public HostStanding {
    host = Check.text("host", host);
    Check.measured("weight", weight);
    Check.measured("names", names);
  }
}
