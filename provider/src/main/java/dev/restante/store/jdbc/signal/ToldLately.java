package dev.restante.store.jdbc.signal;

import dev.restante.store.PollPace;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.stream.Collectors;

/**
 * What a node has told lately, as it stands in its row for the others: announcements with ascending numbers, separated
 * by spaces. Each stays for a while, so that everybody who looks now and then hears all of them; whoever misses a
 * number knows that there was more. Used by one thread.
 */
final class ToldLately {

    /** Four times the longest wait of those who look. */
    static final long KEPT_MILLIS = 4 * PollPace.LONGEST_MILLIS;

    /** Of all announcements together, so that a row stays short. */
    private static final int MOST_CHARACTERS = 8_000;

    private record Announcement(String text, long atMillis) {}

    private final Deque<Announcement> announcements = new ArrayDeque<>();
    private long lastNumber;
    private int characters;

    /**
     * Adds one, and forgets what is old. The last one always stays.
     *
     * @param entities as {@link Announcements#take} has them
     */
    void add(String entities, long nowMillis) {
        lastNumber++;
        String text = lastNumber + ":" + entities;
        announcements.add(new Announcement(text, nowMillis));
        characters += text.length();
        while (announcements.size() > 1
                && (characters > MOST_CHARACTERS || announcements.getFirst().atMillis() < nowMillis - KEPT_MILLIS)) {
            characters -= announcements.remove().text().length();
        }
    }

    @Override
    public String toString() {
        return announcements.stream().map(Announcement::text).collect(Collectors.joining(" "));
    }
}
