package io.oasis.protocol;

/** One record of the loop. Which topic it travels on: {@link Schema}. */
public sealed interface Message permits OfDomain, HostInventory, DeadLetter {}
