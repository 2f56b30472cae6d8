package dev.restante.store.jdbc;

import static dev.restante.store.jdbc.StoreFixture.operation;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
import dev.restante.model.GroupRef;
import dev.restante.store.Change;
import dev.restante.store.MessageGroupRepository;
import dev.restante.store.Operation.MissedFencePolicy;
import dev.restante.store.OperationOutcome;
import dev.restante.store.Store;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Contract tests of accepted message groups, which every database must pass. */
abstract class MessageGroupStoreContract {

    private static final long ELSEWHERE = 4711;

    StoreFixture fixture;
    private MessageGroupRepository groups;

    abstract Store open();

    @BeforeEach
    void openFixture() {
        fixture = new StoreFixture(open());
        groups = fixture.store.messageGroups();
    }

    @AfterEach
    void closeFixture() {
        fixture.close();
    }

    private GroupRef group(long holder) {
        return new GroupRef(fixture.queue.id(), "a", holder);
    }

    private OperationOutcome put(GroupRef group, int state) {
        return fixture.write(new Change.PutGroupState(group, new byte[] {(byte) state}));
    }

    private byte[] state() {
        return groups.state(fixture.queue.id(), "a").orElseThrow();
    }

    @Test
    @DisplayName("GRP-02 a group is accepted by one node at a time, until that node releases it")
    void shouldBeAcceptedOnce() {
        assertThat(groups.accept(group(1), ELSEWHERE)).isTrue();
        assertThat(groups.accept(group(2), fixture.node.incarnation())).isFalse();
        fixture.applied(new Change.ReleaseGroup(group(3)));
        assertThat(groups.accept(group(4), fixture.node.incarnation())).isFalse();
        fixture.applied(new Change.ReleaseGroup(group(1)));
        assertThat(groups.accept(group(5), fixture.node.incarnation())).isTrue();
    }

    @Test
    @DisplayName("GRP-03 only the holder of the group lock writes the group state; a missed write fails its operation")
    void shouldFenceTheState() {
        Delivery delivery = fixture.sendAndAcquire();
        assertThat(put(group(1), 1)).isEqualTo(new OperationOutcome.GroupLost("a"));
        assertThat(groups.accept(group(1), fixture.node.incarnation())).isTrue();
        fixture.applied(new Change.PutGroupState(group(1), new byte[] {1}));
        assertThat(groups.accept(group(2), fixture.node.incarnation())).isTrue();
        assertThat(fixture.write(
                        operation(
                                MissedFencePolicy.FAIL_OPERATION,
                                new Change.PutGroupState(group(1), new byte[] {2}),
                                new Change.Complete(delivery.ref())),
                        operation(
                                MissedFencePolicy.FAIL_OPERATION, new Change.PutGroupState(group(2), new byte[] {3}))))
                .containsExactly(new OperationOutcome.GroupLost("a"), OperationOutcome.Applied.ALL_APPLIED);
        assertThat(state()).containsExactly(3);
        assertThat(fixture.storedIds()).containsExactly(delivery.id());
        fixture.applied(new Change.ReleaseGroup(group(2)));
        assertThat(put(group(2), 4)).isEqualTo(new OperationOutcome.GroupLost("a"));
        assertThat(state()).containsExactly(3);
    }

    @Test
    @DisplayName("GRP-03 the last of several state writes in a batch counts, and empty bytes remove the state")
    void shouldWriteInOrder() {
        assertThat(groups.accept(group(1), fixture.node.incarnation())).isTrue();
        fixture.write(
                operation(MissedFencePolicy.FAIL_OPERATION, new Change.PutGroupState(group(1), new byte[] {1})),
                operation(MissedFencePolicy.FAIL_OPERATION, new Change.PutGroupState(group(1), new byte[] {2})));
        assertThat(state()).containsExactly(2);
        fixture.applied(new Change.PutGroupState(group(1), new byte[0]));
        assertThat(groups.state(fixture.queue.id(), "a")).isEmpty();
    }
}
