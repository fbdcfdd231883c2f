package io.oasis.brick.nbd;

import io.oasis.brick.discipline.Session;
import io.oasis.brick.engine.Chain;
import io.oasis.brick.engine.Engine;
import io.oasis.brick.engine.Work;
import io.oasis.brick.volume.Volume;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts an export's writes down before its partition is full of them, in its application's name:
 * neighbours together, one access at a time, through the discipline, so it happens in the session's
 * slices and at its cost.
 *
 * <p>Law: while more than a quarter of the partition is dirty, one access is under way. What fails
 * stays dirty until a flush finds out.
 */
public final class Destager {
  private static final Logger LOG = LoggerFactory.getLogger(Destager.class);

  private final Volume volume;
  private final Engine engine;
  private final Session session;
  private final AtomicBoolean isBusy = new AtomicBoolean();

  /**
   * @param volume seen through a cache that writes back
   */
  public Destager(Volume volume, Engine engine, Session session) {
    this.volume = volume;
    this.engine = engine;
    this.session = session;
  }

  /** One access. */
  private final class Access extends Work {
    private boolean hasFailed;

    Access(Volume.Dirty dirty) {
      set(session, true, dirty.offset(), dirty.bytes());
      letOthersPass();
      submittedBy(this, false);
    }

    @Override
    protected void perform() {
      try {
        volume.putDown(offset());
      } catch (IOException | RuntimeException e) {
        hasFailed = true;
        LOG.warn("session {}: what was written could not be put down", session, e);
      }
    }

    @Override
    protected void deliver() {
      isBusy.set(false);
      if (!hasFailed) {
        kick();
      }
    }
  }

  /** Something was written: begins if that is necessary and nothing is under way. */
  void kick() {
    if (isBusy.compareAndSet(false, true)) {
      Volume.Dirty dirty = volume.oldestWrites();
      if (dirty.bytes() == 0) {
        isBusy.set(false);
        return;
      }
      Chain one = new Chain();
      one.add(new Access(dirty));
      engine.submit(one, this, new Chain());
    }
  }
}
