package io.oasis.configuration;

/** What a service's log is made of. */
public enum LogFormat {
  /** Lines for people. */
  TEXT,
  /** Lines of JSON by the Elastic Common Schema. */
  ECS
}
