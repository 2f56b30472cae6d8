package dev.restante.store.jdbc.signal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.store.Signals.AvailabilitySignal;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("announcements in the rows of other nodes")
final class AnnouncementTrackerTest {

    private final RecentAnnouncements recent = new RecentAnnouncements();
    private final AnnouncementTracker tracker = new AnnouncementTracker();

    private AnnouncementTracker.NewAnnouncements hear() {
        return tracker.findNew(Map.of(7L, recent.toString()));
    }

    @Test
    @DisplayName("a node finds each announcement once, even if it reads several announcements at the same time")
    void shouldHearAllOnce() {
        recent.add(AnnouncementCodec.encode(1, List.of()), 0);
        recent.add(AnnouncementCodec.encode(1, List.of(5L, 6L)) + "," + AnnouncementCodec.encode(2, List.of()), 10);
        assertThat(hear())
                .isEqualTo(new AnnouncementTracker.NewAnnouncements(
                        List.of(
                                new AvailabilitySignal(1, List.of()),
                                new AvailabilitySignal(1, List.of(5L, 6L)),
                                new AvailabilitySignal(2, List.of())),
                        false));
        assertThat(hear().isEmpty()).isTrue();
        recent.add(AnnouncementCodec.encode(3, List.of()), 20);
        assertThat(hear().signals()).containsExactly(new AvailabilitySignal(3, List.of()));
    }

    @Test
    @DisplayName("an announcement stays for the retention time, and a late node learns that it missed some")
    void shouldKnowOfWhatIsGone() {
        recent.add("1", 0);
        assertThat(hear().missedSome()).isFalse();
        recent.add("2", 1);
        recent.add("3", 1 + RecentAnnouncements.RETENTION_MILLIS);
        assertThat(hear())
                .isEqualTo(new AnnouncementTracker.NewAnnouncements(
                        List.of(new AvailabilitySignal(2, List.of()), new AvailabilitySignal(3, List.of())), false));
        recent.add("4", 2 + RecentAnnouncements.RETENTION_MILLIS);
        recent.add("5", 3 + 2 * RecentAnnouncements.RETENTION_MILLIS);
        assertThat(hear())
                .isEqualTo(
                        new AnnouncementTracker.NewAnnouncements(List.of(new AvailabilitySignal(5, List.of())), true));
    }

    @Test
    @DisplayName("announcements never fill the row, which always contains the last announcement")
    void shouldStayShort() {
        String many = LongStream.rangeClosed(1, AnnouncementCodec.MAX_IDS)
                .mapToObj(id -> String.valueOf(Long.MAX_VALUE - id))
                .collect(Collectors.joining(","));
        for (int i = 0; i < 100; i++) {
            recent.add(many, 0);
        }
        assertThat(recent.toString()).hasSizeBetween(many.length(), 16_000);
        assertThat(hear().signals()).hasSizeGreaterThanOrEqualTo(AnnouncementCodec.MAX_IDS);
    }

    @Test
    @DisplayName("a node distinguishes the announcements of different incarnations, also of a later one")
    void shouldTellOthersApart() {
        assertThat(tracker.findNew(Map.of(7L, "1:1", 8L, "1:2")).signals()).hasSize(2);
        assertThat(tracker.findNew(Map.of(7L, "1:1", 8L, "1:2", 9L, "1:3")))
                .isEqualTo(
                        new AnnouncementTracker.NewAnnouncements(List.of(new AvailabilitySignal(3, List.of())), false));
        assertThat(tracker.findNew(Map.of(9L, "1:3")).isEmpty()).isTrue();
    }

    @Test
    @DisplayName("a node skips unreadable announcements and reads the rest")
    void shouldIgnoreWhatIsForeign() {
        for (String foreign : List.of("", " ", "x", ":", "1:", "1:x", "99999999999999999999:1", "-1:1", "1:1:1")) {
            assertThat(new AnnouncementTracker()
                            .findNew(Map.of(7L, foreign + " 3:4", 8L, "1:5"))
                            .signals())
                    .as(foreign)
                    .contains(new AvailabilitySignal(4, List.of()), new AvailabilitySignal(5, List.of()));
        }
    }
}
