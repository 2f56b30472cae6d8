package dev.restante.node.lock;

import static dev.restante.proof.memory.Interleavings.require;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.restante.broker.WakeUpListener;
import dev.restante.proof.memory.Interleavings;
import java.util.concurrent.Semaphore;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("proof")
@DisplayName("VIS-06 VIS-12 interleavings of the in-flight counter")
final class InFlightCounterInterleavingTest {

    private static final int LIMIT = 1;

    /** Counter with a share of eight slots, all of which are in use. */
    @Param(name = "slots", gen = IntGen.class, conf = "6:9")
    public static final class CounterOperations {
        private final InFlightCounter counter = new InFlightCounter(8, () -> {});

        public CounterOperations() {
            require(counter.tryAdd(8, 8), "The share has eight slots");
        }

        @Operation
        public boolean tryAdd(@Param(name = "slots") int limit) {
            return counter.tryAdd(1, limit);
        }

        @Operation
        public void remove() {
            counter.remove();
        }

        @Operation
        public void shrinkShareTo(@Param(name = "slots") int target) {
            counter.shrinkShareTo(target);
        }

        @Operation
        public void growShare() {
            counter.growShare(1);
        }

        @Operation
        public int share() {
            return counter.share();
        }

        @Operation
        public long inFlight() {
            return counter.inFlight();
        }
    }

    /** A settlement beside the begin of the shrinking of a share. */
    public static final class ShrinkingShare {
        private final InFlightCounter counter = new InFlightCounter(8, () -> {});

        public ShrinkingShare() {
            require(counter.tryAdd(8, 8), "The share has eight slots");
        }

        @Operation(runOnce = true)
        public void settle() {
            counter.remove();
        }

        @Operation(runOnce = true)
        public void shrink() {
            counter.shrinkShareTo(0);
        }

        @Validate
        public void validate() {
            require(
                    counter.inFlight() == 7 && counter.share() == 7,
                    "No slot is free: " + counter.inFlight() + " of " + counter.share());
        }
    }

    /** Receiver that waits for a slot like {@code ReceiverInFlightLimit}. */
    private record WaitingReceiver(InFlightCounter counter, Semaphore wakeUps) implements WakeUpListener {

        WaitingReceiver(InFlightCounter counter) {
            this(counter, new Semaphore(0));
        }

        @Override
        public void run() {
            wakeUps.release();
        }

        void receiveAndSettle() {
            while (!counter.tryAdd(1, LIMIT)) {
                counter.addWaiting(this);
                if (counter.isFull(LIMIT)) {
                    wakeUps.acquireUninterruptibly();
                } else {
                    counter.removeWaiting(this);
                }
            }
            counter.wakeNextIfFree(LIMIT);
            counter.remove();
        }
    }

    /** Two receivers, the limit of which is one message. */
    public static final class ReceiversOfOneSlot {
        private final InFlightCounter counter = new InFlightCounter(InFlightCounter.UNLIMITED, () -> {});
        private final WaitingReceiver first = new WaitingReceiver(counter);
        private final WaitingReceiver second = new WaitingReceiver(counter);

        @Operation(runOnce = true)
        public void first() {
            first.receiveAndSettle();
        }

        @Operation(runOnce = true)
        public void second() {
            second.receiveAndSettle();
        }

        @Validate
        public void validate() {
            require(counter.inFlight() == 0, "No slot is in use");
        }
    }

    /** Two receivers of a node that gets its share of the limit while they wait. */
    public static final class ReceiversOfShare {
        private final InFlightCounter counter = new InFlightCounter(0, () -> {});
        private final WaitingReceiver first = new WaitingReceiver(counter);
        private final WaitingReceiver second = new WaitingReceiver(counter);

        @Operation(runOnce = true)
        public void first() {
            first.receiveAndSettle();
        }

        @Operation(runOnce = true)
        public void second() {
            second.receiveAndSettle();
        }

        @Operation(runOnce = true)
        public void grow() {
            counter.growShare(1);
        }

        @Validate
        public void validate() {
            require(counter.inFlight() == 0 && counter.share() == 1, "One slot is free");
        }
    }

    @Test
    @DisplayName("the count and the share change together")
    void shouldChangeCountAndShareAtomically() {
        assertThatCode(() -> Interleavings.checkAtomic(CounterOperations.class)).doesNotThrowAnyException();
    }

    @Test
    @DisplayName("a slot that becomes free while the share begins to shrink leaves the share")
    void shouldShrinkShareBesideSettlement() {
        assertThatCode(() -> Interleavings.checkScenario(ShrinkingShare.class)).doesNotThrowAnyException();
    }

    @Test
    @DisplayName("a receiver that waits for the slot of another receiver is woken")
    void shouldWakeReceiverWhenSlotBecomesFree() {
        assertThatCode(() -> Interleavings.checkScenario(ReceiversOfOneSlot.class))
                .doesNotThrowAnyException();
    }

    @Test
    @DisplayName("receivers that wait for a share of the limit are woken when the share grows")
    void shouldWakeReceiversWhenShareGrows() {
        assertThatCode(() -> Interleavings.checkScenario(ReceiversOfShare.class))
                .doesNotThrowAnyException();
    }
}
