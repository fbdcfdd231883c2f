/** The HTTP interface under /api/v1. */
@NullMarked
package io.oasis.manager.server.rest;

import org.jspecify.annotations.NullMarked;
