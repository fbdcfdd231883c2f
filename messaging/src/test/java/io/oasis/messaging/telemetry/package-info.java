@NullMarked
package io.oasis.messaging.telemetry;

import org.jspecify.annotations.NullMarked;
