package io.oasis.adapter.doctor;

/**
 * Something that makes a limit void or wrong.
 *
 * @param mend what would help
 */
public record Fault(Verdict verdict, String cause, String mend) {}
