package io.oasis.adapter.doctor;

/**
 * What decides about a limit: something that makes it void or wrong, or proves it.
 *
 * @param cause empty when nothing is wrong
 * @param mend what would help
 */
public record Fault(Verdict verdict, String cause, String mend) {}
