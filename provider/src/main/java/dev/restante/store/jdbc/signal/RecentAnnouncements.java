package dev.restante.store.jdbc.signal;

import dev.restante.store.PollBackOff;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.stream.Collectors;

/**
 * Buffer of a node's latest numbered announcements of new deliveries, as the text that {@link PolledSignals} writes to
 * the node's row for other nodes. Each announcement stays long enough for every polling node to read it, and a gap in
 * the numbers reveals a missed one. Used by one thread.
 */
final class RecentAnnouncements {

    /** Retention of an announcement: four times the longest poll interval. */
    static final long RETENTION_MILLIS = 4 * PollBackOff.MAX_INTERVAL_MILLIS;

    /** Limit for all announcements together, which keeps the row short. */
    private static final int MAX_CHARACTERS = 8_000;

    private record Announcement(String text, long atMillis) {}

    private final Deque<Announcement> announcements = new ArrayDeque<>();
    private long lastNumber;
    private int characters;

    /**
     * Adds an announcement and removes old ones, but never the newest one.
     *
     * @param entities the entities in the format of {@link PendingAnnouncements#takeNotification}
     */
    void add(String entities, long nowMillis) {
        lastNumber++;
        String text = lastNumber + ":" + entities;
        announcements.add(new Announcement(text, nowMillis));
        characters += text.length();
        while (announcements.size() > 1
                && (characters > MAX_CHARACTERS
                        || announcements.getFirst().atMillis() < nowMillis - RETENTION_MILLIS)) {
            characters -= announcements.remove().text().length();
        }
    }

    @Override
    public String toString() {
        return announcements.stream().map(Announcement::text).collect(Collectors.joining(" "));
    }
}
