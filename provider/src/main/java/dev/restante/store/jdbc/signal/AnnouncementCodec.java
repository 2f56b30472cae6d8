package dev.restante.store.jdbc.signal;

import dev.restante.store.Signals.AvailabilitySignal;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/**
 * Text form of the announcements that nodes send to each other about new deliveries.
 *
 * <p>The form is {@code SENDER:ENTITY;DELIVERY;DELIVERY,ENTITY}, with an incarnation or a number as the sender, and the
 * ids of entities and of their late arrivals. The parser rejects other text, because any client of the database can
 * write to the channel.
 */
public final class AnnouncementCodec {

    /** Limit that keeps a payload below the 8,000 bytes of a notification. */
    static final int MAX_IDS = 300;

    private static final int MAX_SHOWN_CHARACTERS = 40;

    private AnnouncementCodec() {}

    static String encode(long entityId, List<Long> deliveryIds) {
        StringJoiner ids = new StringJoiner(";");
        ids.add(String.valueOf(entityId));
        deliveryIds.forEach(id -> ids.add(String.valueOf(id)));
        return ids.toString();
    }

    /**
     * Returns the signals in a payload.
     *
     * @throws IllegalArgumentException if the payload is not an announcement of a node
     */
    public static List<AvailabilitySignal> parse(String payload) {
        int colon = payload.indexOf(':');
        if (colon < 1) {
            throw notAnAnnouncement(payload);
        }
        String text = payload.substring(colon + 1);
        List<AvailabilitySignal> signals = new ArrayList<>();
        int read = 0;
        for (String entity : text.isEmpty() ? new String[0] : text.split(",", -1)) {
            List<Long> ids = new ArrayList<>();
            for (String id : entity.split(";", -1)) {
                ids.add(id(payload, id));
            }
            read += ids.size();
            signals.add(new AvailabilitySignal(ids.get(0), ids.subList(1, ids.size())));
        }
        if (read > MAX_IDS) {
            throw notAnAnnouncement(payload);
        }
        return signals;
    }

    private static long id(String payload, String digits) {
        try {
            long id = Long.parseLong(digits);
            if (id > 0 && digits.charAt(0) != '+') {
                return id;
            }
        } catch (NumberFormatException e) {
            IllegalArgumentException exception = notAnAnnouncement(payload);
            exception.initCause(e);
            throw exception;
        }
        throw notAnAnnouncement(payload);
    }

    private static IllegalArgumentException notAnAnnouncement(String payload) {
        StringBuilder shown = new StringBuilder();
        payload.codePoints()
                .limit(MAX_SHOWN_CHARACTERS)
                .map(each -> each < ' ' || each == 0x7f ? '?' : each)
                .forEach(shown::appendCodePoint);
        return new IllegalArgumentException("'" + shown
                + (payload.length() > MAX_SHOWN_CHARACTERS ? "...' of " + payload.length() + " characters" : "'"));
    }
}
