package dev.restante.store.jdbc.signal;

import dev.restante.store.Signals.Arrival;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/**
 * The text by which nodes tell each other what has arrived: who writes, a colon, and entities separated by commas. Each
 * entity has the deliveries that are named, separated by semicolons. The database lets anybody write anything to the
 * same channel.
 */
public final class AnnouncementText {

    /** Payloads are limited to 8,000 bytes. */
    static final int MOST_IDS = 300;

    private static final int SHOWN = 40;

    private AnnouncementText() {}

    static String of(long entityId, List<Long> deliveryIds) {
        StringJoiner ids = new StringJoiner(";");
        ids.add(String.valueOf(entityId));
        deliveryIds.forEach(id -> ids.add(String.valueOf(id)));
        return ids.toString();
    }

    /**
     * What a payload says.
     *
     * @throws IllegalArgumentException if no node can have written it
     */
    public static List<Arrival> parse(String payload) {
        int colon = payload.indexOf(':');
        if (colon < 1) {
            throw foreign(payload);
        }
        String text = payload.substring(colon + 1);
        List<Arrival> arrivals = new ArrayList<>();
        int read = 0;
        for (String entity : text.isEmpty() ? new String[0] : text.split(",", -1)) {
            List<Long> ids = new ArrayList<>();
            for (String id : entity.split(";", -1)) {
                ids.add(id(payload, id));
            }
            read += ids.size();
            arrivals.add(new Arrival(ids.get(0), ids.subList(1, ids.size())));
        }
        if (read > MOST_IDS) {
            throw foreign(payload);
        }
        return arrivals;
    }

    private static long id(String payload, String digits) {
        try {
            long id = Long.parseLong(digits);
            if (id > 0 && digits.charAt(0) != '+') {
                return id;
            }
        } catch (NumberFormatException e) {
            IllegalArgumentException refusal = foreign(payload);
            refusal.initCause(e);
            throw refusal;
        }
        throw foreign(payload);
    }

    private static IllegalArgumentException foreign(String payload) {
        StringBuilder shown = new StringBuilder();
        payload.codePoints()
                .limit(SHOWN)
                .map(each -> each < ' ' || each == 0x7f ? '?' : each)
                .forEach(shown::appendCodePoint);
        return new IllegalArgumentException(
                "'" + shown + (payload.length() > SHOWN ? "...' of " + payload.length() + " characters" : "'"));
    }
}
