package dev.restante.store.jdbc.mariadb.galera;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.store.jdbc.mariadb.galera.WriterRule.Reason;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("which server of a cluster all nodes write to")
final class WriterRuleTest {

    private static final long GRACE_MILLIS = 10_000;
    private static final long NOW = 1_800_000_000_000L;
    private static final List<String> ALL = List.of("h1:3306", "h2:3306", "h3:3306");
    private static final AgreedServer FIRST = new AgreedServer(4, NOW - 100_000, "n1/h1/3306", "h1:3306");

    /** The view of the second server. */
    private static ServerView second(List<String> members, @Nullable AgreedServer agreed, long leasesUntilMillis) {
        return new ServerView("n2/h2/3306", "h2:3306", true, true, members, agreed, NOW, leasesUntilMillis);
    }

    private static @Nullable Reason reason(ServerView view, boolean led) {
        return WriterRule.mayBecomeWriter(view, led, GRACE_MILLIS);
    }

    @Test
    void shouldAgreeOnAnyServerWhereThereIsNone() {
        assertThat(reason(second(ALL, null, NOW + 5_000), false)).isEqualTo(Reason.FIRST);
    }

    @Test
    @DisplayName("a node that can't reach the writer moves nobody who can")
    void shouldStayWhileTheWriterIsUsed() {
        assertThat(reason(second(ALL, FIRST, NOW + 5_000), false)).isNull();
        assertThat(reason(second(ALL, FIRST, NOW - GRACE_MILLIS + 1), false)).isNull();
    }

    @Test
    void shouldReplaceAWriterThatHasLeft() {
        assertThat(reason(second(List.of("h2:3306", "h3:3306"), FIRST, NOW + 5_000), false))
                .isEqualTo(Reason.GONE);
    }

    @Test
    @DisplayName("a server that does not find itself among the members does not know who has left")
    void shouldNotJudgeByNoMembers() {
        assertThat(reason(second(List.of(""), FIRST, NOW + 5_000), false)).isNull();
    }

    @Test
    @DisplayName("a server that has taken the place of the writer takes that, too")
    void shouldReplaceAWriterOfTheSameAddress() {
        AgreedServer former = new AgreedServer(4, NOW, "n2/old/3306", "h2:3306");
        assertThat(reason(second(ALL, former, NOW + 5_000), false)).isEqualTo(Reason.GONE);
    }

    @Test
    @DisplayName("a writer through which no node has renewed its lease is replaced, whether it lives or not")
    void shouldReplaceAWriterThatNobodyReaches() {
        assertThat(reason(second(ALL, FIRST, NOW - GRACE_MILLIS), false)).isEqualTo(Reason.UNUSED);
        assertThat(reason(second(ALL, FIRST, 0), false)).isEqualTo(Reason.UNUSED);
    }

    @Test
    @DisplayName("the nodes follow where connections of the application lead, and not more often than now and then")
    void shouldFollow() {
        assertThat(reason(second(ALL, FIRST, NOW + 5_000), true)).isEqualTo(Reason.FOLLOWED);
        AgreedServer recent = new AgreedServer(5, NOW - WriterRule.REST_MILLIS + 1, "n1/h1/3306", "h1:3306");
        assertThat(reason(second(ALL, recent, NOW + 5_000), true)).isNull();
    }

    @Test
    void shouldChooseNoServerThatIsNotReady() {
        for (boolean ready : new boolean[] {true, false}) {
            ServerView lame = new ServerView("n2/h2/3306", "h2:3306", ready, !ready, ALL, null, NOW, 0);
            assertThat(reason(lame, true)).isNull();
        }
    }

    @Test
    void shouldReadWhatStandsInTheStore() {
        assertThat(AgreedServer.of("n1/h1/3306", FIRST.text())).isEqualTo(FIRST);
    }
}
