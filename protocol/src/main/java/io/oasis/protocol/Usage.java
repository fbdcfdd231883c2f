package io.oasis.protocol;

/**
 * What one queue really got at the attached scheduler during an interval. Travels in a {@link
 * UsageBatch}, which names the LUN.
 */
public record Usage(ApplicationId application, Flow reads, Flow writes) {}
