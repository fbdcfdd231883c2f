package io.oasis.messaging;

/**
 * One key that a service understands.
 *
 * @param key as written after {@code --} and in a configuration file
 * @param standard the value when none is given, as text; empty when there is none
 * @param meaning what it does, its unit and range, for {@code --help}
 */
public record Option(String key, String standard, String meaning) {}
