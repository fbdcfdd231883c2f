package io.oasis.bench;

import io.oasis.messaging.KafkaLink;
import io.oasis.protocol.Message;
import io.oasis.protocol.SettingBatch;
import io.oasis.proving.scale.Traffic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** Plays the adapters: applies what arrives, and takes the time of the first to each question. */
final class Answers {
  final KafkaLink link;
  final Map<String, Traffic> domains = new HashMap<>();
  final Map<String, Long> open = new HashMap<>();
  final List<Double> millis = new ArrayList<>();

  Answers(KafkaLink link, List<Traffic> all) {
    this.link = link;
    all.forEach(domain -> domains.put(domain.domain().value(), domain));
  }

  /** A question is asked; the one before, if it had no answer, changed nothing. */
  void asked(Traffic domain, boolean counts) {
    open.remove(domain.domain().value());
    if (counts) {
      open.put(domain.domain().value(), System.nanoTime());
    }
  }

  void until(long nanos, BlockingQueue<Message> settings) throws InterruptedException {
    while (System.nanoTime() - nanos < 0) {
      Message next = settings.poll(nanos - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (next instanceof SettingBatch batch) {
        String domain = batch.domain().value();
        Long start = open.remove(domain);
        if (start != null) {
          millis.add((System.nanoTime() - start) / 1e6);
        }
        Traffic its = domains.get(domain);
        if (its != null) {
          its.applied(batch).forEach(link::send);
        }
      }
    }
  }
}
