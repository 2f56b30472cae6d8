package dev.restante.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.BodyKind;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.model.LargeBody;
import dev.restante.model.MessageHeader;
import dev.restante.model.StoredMessage;
import dev.restante.model.codec.LargeBodyCodec;
import dev.restante.store.BodyRepository;
import dev.restante.store.Change;
import dev.restante.store.OperationOutcome;
import dev.restante.store.StoreException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Contract tests of large bodies, which every database must pass. */
abstract class BodyStoreContract extends StoreBatchFixture {

    private static final int CHUNKS = 5;

    private BodyRepository bodies() {
        return fixture.store.bodies();
    }

    private long me() {
        return fixture.node.incarnation();
    }

    /** Writes a body chunk by chunk, as a sender does. */
    private LargeBody written() {
        long id = fixture.newId();
        for (int i = 0; i < CHUNKS; i++) {
            fixture.applied(new Change.PutBodyChunk(id, me(), i, new byte[] {(byte) i, 1, 2}));
        }
        return new LargeBody(id, CHUNKS * 3, new byte[LargeBody.DIGEST_BYTES]);
    }

    private static Change.Enqueue enqueue(LargeBody body, Delivery delivery) {
        MessageHeader header =
                StoreFixture.message(delivery.ref().messageId(), "").header();
        MessageHeader large = new MessageHeader(
                header.messageId(),
                header.destination(),
                BodyKind.LARGE_BYTES,
                null,
                null,
                null,
                header.timestamp(),
                header.deliveryTime(),
                0,
                4,
                true,
                header.properties());
        return new Change.Enqueue(
                new StoredMessage(delivery.ref().messageId(), large, LargeBodyCodec.encode(body)), List.of(delivery));
    }

    private Delivery sent(LargeBody body) {
        Delivery delivery = fixture.shape().build();
        fixture.applied(enqueue(body, delivery));
        bodies().release(List.of(body.id()));
        return delivery;
    }

    private void removeAllUnused() {
        while (bodies().removeUnused(2)) {
            // Each call removes one page.
        }
    }

    private void assertThere(LargeBody body) throws SQLException {
        removeAllUnused();
        for (int i = 0; i < CHUNKS; i++) {
            assertThat(bodies().chunk(body.id(), i))
                    .hasValueSatisfying(chunk -> assertThat(chunk).endsWith(1, 2));
        }
        assertThat(rows()).isPositive();
    }

    /** Asserts that no table contains a row of a body. */
    private void assertGone() throws SQLException {
        removeAllUnused();
        assertThat(rows()).isZero();
    }

    private long rows() throws SQLException {
        long rows = 0;
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String table : List.of(
                    "large_body", "large_body_chunk", "large_body_reference", "large_body_retention", "deleted_body")) {
                try (ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM restante_" + table)) {
                    row.next();
                    rows += row.getLong(1);
                }
            }
        }
        return rows;
    }

    @Test
    @DisplayName("LRG-01 a body is stored chunk by chunk, and stays as long as its message")
    void shouldStayWithItsMessage() throws SQLException {
        LargeBody body = written();
        assertThere(body);
        Delivery delivery = sent(body);
        assertThere(body);
        StoredMessage stored =
                fixture.store.deliveries().messages(List.of(delivery.ref().messageId())).values().stream()
                        .findFirst()
                        .orElseThrow();
        assertThat(LargeBodyCodec.decodeBodyOf(stored)).isEqualTo(body);

        fixture.applied(new Change.Discard(delivery.ref()));
        assertGone();
        assertThat(bodies().chunk(body.id(), 0)).isEmpty();
    }

    @Test
    @DisplayName("LRG-02 a body whose message was never sent is removed when its writer releases it")
    void shouldGoWhenGivenUp() throws SQLException {
        LargeBody body = written();
        assertThere(body);
        bodies().release(List.of(body.id()));
        assertGone();
    }

    @Test
    @DisplayName("LRG-02 a body whose message was never sent is removed when its node is declared dead")
    void shouldGoWithADeadWriter() throws SQLException {
        written();
        fixture.store.membership().declareDead(Long.MIN_VALUE, Long.MAX_VALUE);
        assertGone();
    }

    @Test
    @DisplayName("LRG-02 the store rejects a message whose body was removed")
    void shouldRefuseAMessageWithoutItsBody() throws SQLException {
        LargeBody body = written();
        bodies().release(List.of(body.id()));
        removeAllUnused();

        Delivery delivery = fixture.shape().build();
        assertThat(fixture.write(enqueue(body, delivery)))
                .isInstanceOfSatisfying(OperationOutcome.Failed.class, failed -> assertThat(
                                failed.cause().kind())
                        .isEqualTo(StoreException.StoreFailureKind.CONSTRAINT));
        assertThat(fixture.stored()).isEmpty();
        assertThat(fixture.hasMessage(delivery)).isFalse();
    }

    @Test
    @DisplayName("LRG-03 a reader can continue to read a body after its message was removed")
    void shouldStayWhileItIsHeld() throws SQLException {
        LargeBody body = written();
        Delivery delivery = sent(body);
        long hold = fixture.newId();
        assertThat(bodies().retain(hold, body.id(), me())).isTrue();
        fixture.applied(new Change.Discard(delivery.ref()));
        assertThere(body);

        bodies().release(List.of(hold));
        assertGone();
        assertThat(bodies().retain(fixture.newId(), body.id(), me())).isFalse();
    }

    @Test
    @DisplayName("LRG-04 a body that two messages share is removed with the last message")
    void shouldGoWithTheLastMessage() throws SQLException {
        LargeBody body = written();
        Delivery first = sent(body);
        Delivery copy = sent(body);
        fixture.applied(new Change.Discard(first.ref()));
        assertThere(body);
        fixture.applied(new Change.Discard(copy.ref()));
        assertGone();
    }

    @Test
    @DisplayName("LRG-01 a direct delivery keeps its body, also after its return to the store")
    void shouldStayWithTheBorn() throws SQLException {
        LargeBody body = written();
        Delivery plain = fixture.shape().build();
        Delivery direct = plain.withRef(new DeliveryRef(plain.id(), plain.id(), true, me(), 1), DeliveryState.ACQUIRED);
        fixture.applied(enqueue(body, direct));
        bodies().release(List.of(body.id()));
        assertThere(body);
        fixture.applied(new Change.ReturnUndelivered(direct.ref()));
        assertThere(body);
        fixture.applied(new Change.Discard(only().ref()));
        assertGone();
    }
}
