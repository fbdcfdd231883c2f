package io.oasis.manager.server.stream;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.ProductionExceptionHandler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leaves out an output that no broker takes for its size, instead of stopping the domain for ever;
 * counted. Made by Kafka, which hands over the settings.
 */
public final class OversizedOutput implements ProductionExceptionHandler {
  static final String METERS = "oasis.meters";

  private static final Logger LOG = LoggerFactory.getLogger(OversizedOutput.class);

  private @Nullable StreamMeters meters;

  @Override
  public void configure(Map<String, ?> settings) {
    meters = (StreamMeters) settings.get(METERS);
  }

  @Override
  public Response handleError(
      ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record, Exception exception) {
    if (!(exception instanceof RecordTooLargeException)) {
      return Response.fail();
    }
    LOG.error("left out a record for {}: {}", record.topic(), exception.getMessage());
    if (meters != null) {
      meters.recordTooLarge();
    }
    return Response.resume(List.of());
  }
}
