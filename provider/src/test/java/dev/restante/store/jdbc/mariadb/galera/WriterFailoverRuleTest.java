package dev.restante.store.jdbc.mariadb.galera;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.store.jdbc.mariadb.galera.WriterFailoverRule.FailoverReason;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the rule for changes of the designated writer of a cluster")
final class WriterFailoverRuleTest {

    private static final long GRACE_MILLIS = 10_000;
    private static final long NOW = 1_800_000_000_000L;
    private static final List<String> ALL = List.of("h1:3306", "h2:3306", "h3:3306");
    private static final DesignatedWriter FIRST = new DesignatedWriter(4, NOW - 100_000, "n1/h1/3306", "h1:3306");

    /** Returns the state of the cluster as the second server sees it. */
    private static GaleraServerState second(
            List<String> members, @Nullable DesignatedWriter designated, long leasesUntilMillis) {
        return new GaleraServerState("n2/h2/3306", "h2:3306", true, true, members, designated, NOW, leasesUntilMillis);
    }

    private static @Nullable FailoverReason reason(GaleraServerState serverState, boolean led) {
        return WriterFailoverRule.mayBecomeWriter(serverState, led, GRACE_MILLIS);
    }

    @Test
    void shouldAgreeOnAnyServerWhereThereIsNone() {
        assertThat(reason(second(ALL, null, NOW + 5_000), false)).isEqualTo(FailoverReason.NONE_DESIGNATED);
    }

    @Test
    @DisplayName("a node that cannot reach the writer does not replace it while other nodes reach it")
    void shouldStayWhileTheWriterIsUsed() {
        assertThat(reason(second(ALL, FIRST, NOW + 5_000), false)).isNull();
        assertThat(reason(second(ALL, FIRST, NOW - GRACE_MILLIS + 1), false)).isNull();
    }

    @Test
    void shouldReplaceAWriterThatHasLeft() {
        assertThat(reason(second(List.of("h2:3306", "h3:3306"), FIRST, NOW + 5_000), false))
                .isEqualTo(FailoverReason.WRITER_LEFT);
    }

    @Test
    @DisplayName("a server that is not in its own member list does not decide that the writer has left")
    void shouldNotJudgeByNoMembers() {
        assertThat(reason(second(List.of(""), FIRST, NOW + 5_000), false)).isNull();
    }

    @Test
    @DisplayName("a server that has the address of the former writer becomes the writer")
    void shouldReplaceAWriterOfTheSameAddress() {
        DesignatedWriter former = new DesignatedWriter(4, NOW, "n2/old/3306", "h2:3306");
        assertThat(reason(second(ALL, former, NOW + 5_000), false)).isEqualTo(FailoverReason.WRITER_LEFT);
    }

    @Test
    @DisplayName("a writer through which no node has renewed its lease is replaced, whether it is alive or not")
    void shouldReplaceAWriterThatNobodyReaches() {
        assertThat(reason(second(ALL, FIRST, NOW - GRACE_MILLIS), false)).isEqualTo(FailoverReason.WRITER_UNREACHABLE);
        assertThat(reason(second(ALL, FIRST, 0), false)).isEqualTo(FailoverReason.WRITER_UNREACHABLE);
    }

    @Test
    @DisplayName("the nodes follow the connections of the application to another server, but not too often")
    void shouldFollow() {
        assertThat(reason(second(ALL, FIRST, NOW + 5_000), true)).isEqualTo(FailoverReason.APPLICATION_MOVED);
        DesignatedWriter recent =
                new DesignatedWriter(5, NOW - WriterFailoverRule.MIN_TENURE_MILLIS + 1, "n1/h1/3306", "h1:3306");
        assertThat(reason(second(ALL, recent, NOW + 5_000), true)).isNull();
    }

    @Test
    void shouldChooseNoServerThatIsNotReady() {
        for (boolean ready : new boolean[] {true, false}) {
            GaleraServerState lame = new GaleraServerState("n2/h2/3306", "h2:3306", ready, !ready, ALL, null, NOW, 0);
            assertThat(reason(lame, true)).isNull();
        }
    }

    @Test
    void shouldReadWhatStandsInTheStore() {
        assertThat(DesignatedWriter.of("n1/h1/3306", FIRST.encode())).isEqualTo(FIRST);
    }
}
