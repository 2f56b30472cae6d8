package dev.restante.store.jdbc.signal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.store.Signals.Arrival;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("what other nodes have told in their rows")
final class HeardFromOthersTest {

    private final ToldLately told = new ToldLately();
    private final HeardFromOthers heard = new HeardFromOthers();

    private HeardFromOthers.News hear() {
        return heard.hear(Map.of(7L, told.toString()));
    }

    @Test
    @DisplayName("is heard once, all of it, however many announcements are read at once")
    void shouldHearAllOnce() {
        told.add(AnnouncementText.of(1, List.of()), 0);
        told.add(AnnouncementText.of(1, List.of(5L, 6L)) + "," + AnnouncementText.of(2, List.of()), 10);
        assertThat(hear())
                .isEqualTo(new HeardFromOthers.News(
                        List.of(new Arrival(1, List.of()), new Arrival(1, List.of(5L, 6L)), new Arrival(2, List.of())),
                        false));
        assertThat(hear().any()).isFalse();
        told.add(AnnouncementText.of(3, List.of()), 20);
        assertThat(hear().arrivals()).containsExactly(new Arrival(3, List.of()));
    }

    @Test
    @DisplayName("stays for four of the longest waits of those who look; who comes later knows that there was more")
    void shouldKnowOfWhatIsGone() {
        told.add("1", 0);
        assertThat(hear().gap()).isFalse();
        told.add("2", 1);
        told.add("3", 1 + ToldLately.KEPT_MILLIS);
        assertThat(hear())
                .isEqualTo(
                        new HeardFromOthers.News(List.of(new Arrival(2, List.of()), new Arrival(3, List.of())), false));
        told.add("4", 2 + ToldLately.KEPT_MILLIS);
        told.add("5", 3 + 2 * ToldLately.KEPT_MILLIS);
        assertThat(hear()).isEqualTo(new HeardFromOthers.News(List.of(new Arrival(5, List.of())), true));
    }

    @Test
    @DisplayName("never fills a row, and the last announcement is always in it")
    void shouldStayShort() {
        String many = LongStream.rangeClosed(1, AnnouncementText.MOST_IDS)
                .mapToObj(id -> String.valueOf(Long.MAX_VALUE - id))
                .collect(Collectors.joining(","));
        for (int i = 0; i < 100; i++) {
            told.add(many, 0);
        }
        assertThat(told.toString()).hasSizeBetween(many.length(), 16_000);
        assertThat(hear().arrivals()).hasSizeGreaterThanOrEqualTo(AnnouncementText.MOST_IDS);
    }

    @Test
    @DisplayName("is told from what another incarnation tells, also one that comes later")
    void shouldTellOthersApart() {
        assertThat(heard.hear(Map.of(7L, "1:1", 8L, "1:2")).arrivals()).hasSize(2);
        assertThat(heard.hear(Map.of(7L, "1:1", 8L, "1:2", 9L, "1:3")))
                .isEqualTo(new HeardFromOthers.News(List.of(new Arrival(3, List.of())), false));
        assertThat(heard.hear(Map.of(9L, "1:3")).any()).isFalse();
    }

    @Test
    @DisplayName("is read as far as it can be")
    void shouldIgnoreWhatIsForeign() {
        for (String foreign : List.of("", " ", "x", ":", "1:", "1:x", "99999999999999999999:1", "-1:1", "1:1:1")) {
            assertThat(new HeardFromOthers()
                            .hear(Map.of(7L, foreign + " 3:4", 8L, "1:5"))
                            .arrivals())
                    .as(foreign)
                    .contains(new Arrival(4, List.of()), new Arrival(5, List.of()));
        }
    }
}
