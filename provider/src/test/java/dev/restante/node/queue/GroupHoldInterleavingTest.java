package dev.restante.node.queue;

import static dev.restante.node.queue.buffer.PrefetchedMessages.message;
import static dev.restante.proof.memory.Interleavings.require;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.restante.node.queue.buffer.PrefetchedMessage;
import dev.restante.proof.memory.Interleavings;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("proof")
@DisplayName("VIS-07 GRP-02 interleavings of the holders of a message group")
final class GroupHoldInterleavingTest {

    private static final String GROUP = "g";
    private static final List<PrefetchedMessage> MEMBERS = List.of(message(1, GROUP), message(2, GROUP));

    /** Two participants that assign a group to themselves and end the assignment. */
    @Param(name = "participant", gen = IntGen.class, conf = "1:2")
    public static final class Assignments {
        private final GroupCoordinator groups = new InterleavedDispatcher().dispatcher.groups();

        @Operation
        public boolean assign(@Param(name = "participant") int participant) {
            return groups.assign(GROUP, participant(participant));
        }

        @Operation
        public void unassign(@Param(name = "participant") int participant) {
            groups.unassign(GROUP, participant(participant));
        }

        @Operation
        public boolean assignedToOther(@Param(name = "participant") int participant) {
            return groups.assignedToOther(GROUP, participant(participant));
        }

        private static Object participant(int participant) {
            return participant == 1 ? "first" : "second";
        }
    }

    /** Two receivers, each of which receives and settles one member of the same group. */
    public static final class TwoReceivers {
        private final InterleavedDispatcher entity = new InterleavedDispatcher();
        private final InterleavedDispatcher.Receiver first = entity.new Receiver();
        private final InterleavedDispatcher.Receiver second = entity.new Receiver();
        private final AtomicInteger inFlight = new AtomicInteger();
        private final AtomicInteger settled = new AtomicInteger();

        public TwoReceivers() {
            entity.fetched(first.slot, MEMBERS);
        }

        @Operation(runOnce = true)
        public void first() {
            receiveAndSettle(first);
        }

        @Operation(runOnce = true)
        public void second() {
            receiveAndSettle(second);
        }

        private void receiveAndSettle(InterleavedDispatcher.Receiver receiver) {
            PrefetchedMessage member = receiver.receive();
            require(inFlight.incrementAndGet() == 1, "One receiver at a time holds the group");
            require(
                    MEMBERS.indexOf(member) == settled.getAndIncrement(),
                    "The members are received once, and in order");
            inFlight.decrementAndGet();
            entity.dispatcher.groups().settled(GROUP, member.delivery().id());
        }

        @Validate
        public void validate() {
            require(settled.get() == MEMBERS.size(), "Both members are settled");
        }
    }

    @Test
    @DisplayName("one participant at a time has a group assigned")
    void shouldAssignGroupAtomically() {
        assertThatCode(() -> Interleavings.checkAtomic(Assignments.class)).doesNotThrowAnyException();
    }

    @Test
    @DisplayName("one receiver at a time holds a group, and the next one is woken when its message is settled")
    void shouldPassGroupOnAfterSettlement() {
        assertThatCode(() -> Interleavings.checkScenario(TwoReceivers.class)).doesNotThrowAnyException();
    }
}
