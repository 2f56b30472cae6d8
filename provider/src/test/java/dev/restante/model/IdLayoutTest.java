package dev.restante.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class IdLayoutTest {

    private static final long INSTANT_MILLIS = 1_800_000_000_000L;

    @Test
    @DisplayName("an id contains its instant in its upper bits, counted from 2020")
    void shouldKeepTheInstant() {
        assertThat(IdLayout.epochMillis(IdLayout.id(INSTANT_MILLIS, 1_023, 4_095)))
                .isEqualTo(INSTANT_MILLIS);
        assertThat(IdLayout.id(Instant.parse("2020-01-01T00:00:00.001Z").toEpochMilli(), 3, 5))
                .isEqualTo((1 << 22) + (3 << 12) + 5);
    }

    @Test
    @DisplayName("the positions of an instant enclose the ids of that instant and no other ids")
    void shouldEncloseTheIdsOfAnInstant() {
        long first = IdLayout.firstPositionAt(INSTANT_MILLIS);
        long last = IdLayout.lastPositionAt(INSTANT_MILLIS);
        assertThat(first)
                .isEqualTo(IdLayout.id(INSTANT_MILLIS, 0, 0))
                .isGreaterThan(IdLayout.id(INSTANT_MILLIS - 1, IdLayout.MAX_NODE_NUMBER, IdLayout.MAX_COUNTER));
        assertThat(last)
                .isEqualTo(IdLayout.id(INSTANT_MILLIS, IdLayout.MAX_NODE_NUMBER, IdLayout.MAX_COUNTER))
                .isLessThan(IdLayout.id(INSTANT_MILLIS + 1, 0, 0));
    }

    @Test
    @DisplayName("instants beyond the layout have the highest position")
    void shouldSaturate() {
        assertThat(IdLayout.firstPositionAt(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
        assertThat(IdLayout.lastPositionAt(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
        assertThat(IdLayout.firstPositionAt(
                        Instant.parse("2089-01-01T00:00:00Z").toEpochMilli()))
                .isLessThan(Long.MAX_VALUE);
    }

    @Test
    @DisplayName("positions grow with their instants over the full range, even where no ids exist")
    void shouldOrderAllInstants() {
        long layoutMillis = IdLayout.LAST_MILLIS - IdLayout.FIRST_MILLIS;
        long[] instants = {
            Long.MIN_VALUE,
            Instant.parse("1926-01-01T00:00:00Z").toEpochMilli(),
            IdLayout.FIRST_MILLIS - layoutMillis - 3,
            IdLayout.FIRST_MILLIS - layoutMillis,
            0,
            IdLayout.FIRST_MILLIS - 1,
            IdLayout.FIRST_MILLIS,
            INSTANT_MILLIS,
            IdLayout.LAST_MILLIS - 1,
            IdLayout.LAST_MILLIS,
            IdLayout.LAST_MILLIS + 1,
            Long.MAX_VALUE
        };
        for (int i = 1; i < instants.length; i++) {
            assertThat(IdLayout.firstPositionAt(instants[i]))
                    .as("first, %s", Instant.ofEpochMilli(instants[i]))
                    .isGreaterThanOrEqualTo(IdLayout.firstPositionAt(instants[i - 1]));
            assertThat(IdLayout.lastPositionAt(instants[i]))
                    .as("last, %s", Instant.ofEpochMilli(instants[i]))
                    .isGreaterThanOrEqualTo(IdLayout.lastPositionAt(instants[i - 1]));
        }
    }

    @Test
    @DisplayName("an instant outside the layout causes an error instead of the id of another instant")
    void shouldRefuseInstantsWithoutIds() {
        for (long instantMillis : new long[] {IdLayout.FIRST_MILLIS - 1, IdLayout.LAST_MILLIS + 1, Long.MAX_VALUE}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> IdLayout.id(instantMillis, 0, 0))
                    .withMessageContaining(String.valueOf(instantMillis));
        }
        assertThat(IdLayout.id(IdLayout.LAST_MILLIS, IdLayout.MAX_NODE_NUMBER, IdLayout.MAX_COUNTER))
                .isPositive()
                .isLessThan(Long.MAX_VALUE);
    }
}
