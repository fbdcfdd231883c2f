package io.oasis.adapter.journal;

import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.Written;

/**
 * One place we wrote to and have not restored yet.
 *
 * @param id its number within the journal
 * @param kind of the target that wrote
 */
public record Entry(long id, String kind, Place place, Written written) {}
