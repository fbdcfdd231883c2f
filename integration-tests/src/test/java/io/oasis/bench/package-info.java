/**
 * Benchmarks: run with {@code ./oasis test -Pbench}. They print tables, write {@code
 * target/benchmarks/*.json} and assert nothing about time; the bars are in docs/benchmarks.md.
 */
@NullMarked
package io.oasis.bench;

import org.jspecify.annotations.NullMarked;
