package dev.restante;

import dev.restante.runtime.OpenConnections;
import dev.restante.runtime.UrlOptions;
import dev.restante.store.StoreException;
import dev.restante.store.jdbc.StoreRescue;
import dev.restante.store.jdbc.connect.StoreLocation;
import jakarta.jms.JMSException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Salvage of the undamaged content of a damaged embedded store into a new store. A damaged store cannot be opened
 * otherwise, and the rescue only reads its files [SND-01].
 *
 * <p>The rescue undoes the operations in damaged parts of the log: sent messages are lost, and removed messages exist
 * again. Thread-safe.
 */
public final class EmbeddedStoreRescue {

    private EmbeddedStoreRescue() {}

    /**
     * Part of the damaged store that the new store does not contain.
     *
     * @param file the damaged file
     * @param fromOffset the offset of the first omitted byte
     * @param toOffset the offset after the last omitted byte; equal to {@code fromOffset} if a file is missing
     * @param statements the number of recognizable statements, each of which sent, settled or changed something
     * @param transactions the number of recognizable ends of transactions
     * @param reason the reason in a sentence
     */
    public record LostRange(
            Path file, long fromOffset, long toOffset, long statements, long transactions, String reason) {}

    /**
     * Result of a rescue.
     *
     * @param newStore the path of the new store, as in a URL after {@code jdbc:hsqldb:file:}
     * @param transactions the number of transactions from the log, after the last checkpoint
     * @param lostRanges the omitted parts; empty if the store is undamaged
     */
    public record RescueResult(Path newStore, long transactions, List<LostRange> lostRanges) {}

    /**
     * Copies the undamaged content into a new store.
     *
     * @param url the URL of the damaged store, {@code jdbc:hsqldb:file:...}; no process may have it open
     * @param user the user of the database; null for the user in the URL, or {@code SA}
     * @param password the password; null for the password in the URL, or none
     * @param to the path of the new store without a file extension, which must not exist; its directory is created if
     *     necessary
     * @throws JMSException with {@code RESTANTE-STORE-FAILED} or {@code RESTANTE-STORE-UNAVAILABLE} and the reason if
     *     nothing can be copied
     */
    public static RescueResult rescue(String url, @Nullable String user, @Nullable String password, Path to)
            throws JMSException {
        try {
            StoreRescue.RescueReport rescued = StoreRescue.rescue(location(url, user, password), to);
            return new RescueResult(
                    rescued.database(),
                    rescued.transactions(),
                    rescued.damagedRanges().stream()
                            .map(range -> new LostRange(
                                    range.file(),
                                    range.startByte(),
                                    range.endByte(),
                                    range.statements(),
                                    range.transactions(),
                                    range.reason()))
                            .toList());
        } catch (StoreException refused) {
            throw OpenConnections.storeFailed(refused);
        }
    }

    private static StoreLocation.Url location(String url, @Nullable String user, @Nullable String password) {
        String ofDriver = UrlOptions.of(url).url();
        String opener = user != null ? user : StoreLocation.Url.userIn(ofDriver);
        String secret = password != null ? password : StoreLocation.Url.passwordIn(ofDriver);
        return new StoreLocation.Url(ofDriver, opener == null ? "SA" : opener, secret == null ? "" : secret);
    }
}
