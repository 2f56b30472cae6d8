package dev.restante.store.jdbc;

import static dev.restante.store.jdbc.StoreFixture.operation;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
import dev.restante.model.GroupRef;
import dev.restante.store.Change;
import dev.restante.store.MessageGroupRepository;
import dev.restante.store.Operation.Misses;
import dev.restante.store.Outcome;
import dev.restante.store.Store;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a store does with message groups that somebody has accepted. */
abstract class MessageGroupStoreContract {

    private static final long ELSEWHERE = 4711;

    StoreFixture fixture;
    private MessageGroupRepository groups;

    /** A store on the database of this test, which is empty at first. */
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

    private Outcome put(GroupRef group, int state) {
        return fixture.write(new Change.PutGroupState(group, new byte[] {(byte) state}));
    }

    private byte[] state() {
        return groups.state(fixture.queue.id(), "a").orElseThrow();
    }

    @Test
    @DisplayName("GRP-02 a group is accepted by one node at a time, until it is given up")
    void shouldBeAcceptedOnce() {
        assertThat(groups.accept(group(1), ELSEWHERE)).isTrue();
        assertThat(groups.accept(group(2), fixture.node.incarnation())).isFalse();
        fixture.applied(new Change.ReleaseGroup(group(3)));
        assertThat(groups.accept(group(4), fixture.node.incarnation())).isFalse();
        fixture.applied(new Change.ReleaseGroup(group(1)));
        assertThat(groups.accept(group(5), fixture.node.incarnation())).isTrue();
    }

    @Test
    @DisplayName("GRP-03 only whoever has a group writes its state, which fails all of its operation otherwise")
    void shouldFenceTheState() {
        Delivery delivery = fixture.sendAndAcquire();
        assertThat(put(group(1), 1)).isEqualTo(new Outcome.GroupLost("a"));
        assertThat(groups.accept(group(1), fixture.node.incarnation())).isTrue();
        fixture.applied(new Change.PutGroupState(group(1), new byte[] {1}));
        assertThat(groups.accept(group(2), fixture.node.incarnation())).isTrue();
        assertThat(fixture.write(
                        operation(
                                Misses.FAIL,
                                new Change.PutGroupState(group(1), new byte[] {2}),
                                new Change.Complete(delivery.ref())),
                        operation(Misses.FAIL, new Change.PutGroupState(group(2), new byte[] {3}))))
                .containsExactly(new Outcome.GroupLost("a"), Outcome.Applied.WHOLE);
        assertThat(state()).containsExactly(3);
        assertThat(fixture.storedIds()).containsExactly(delivery.id());
        fixture.applied(new Change.ReleaseGroup(group(2)));
        assertThat(put(group(2), 4)).isEqualTo(new Outcome.GroupLost("a"));
        assertThat(state()).containsExactly(3);
    }

    @Test
    @DisplayName("GRP-03 of several writes in a batch the last one counts; no bytes are no state")
    void shouldWriteInOrder() {
        assertThat(groups.accept(group(1), fixture.node.incarnation())).isTrue();
        fixture.write(
                operation(Misses.FAIL, new Change.PutGroupState(group(1), new byte[] {1})),
                operation(Misses.FAIL, new Change.PutGroupState(group(1), new byte[] {2})));
        assertThat(state()).containsExactly(2);
        fixture.applied(new Change.PutGroupState(group(1), new byte[0]));
        assertThat(groups.state(fixture.queue.id(), "a")).isEmpty();
    }
}
