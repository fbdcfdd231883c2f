package io.oasis.adapter.doctor;

/** What a command of the doctor found. */
public interface Report {
  boolean isHealthy();

  String text();

  String json();
}
