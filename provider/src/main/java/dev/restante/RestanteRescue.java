package dev.restante;

import dev.restante.store.StoreException;
import dev.restante.store.jdbc.StoreRescue;
import dev.restante.store.jdbc.connect.StoreLocation;
import jakarta.jms.JMSException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rescue of an embedded store whose files are damaged. Such a store is refused when it is opened; here, what is
 * whole of it goes into a new store. The damaged files are only read [SND-01].
 *
 * <p>What a damaged part of the log had done is undone: messages that it sent are lost, and those that it removed are
 * there again. All methods are safe for use by several threads.
 */
public final class RestanteRescue {

    private RestanteRescue() {}

    /**
     * A part of the damaged store that is not in the new one.
     *
     * @param file of the damaged store
     * @param from the first byte that was left out
     * @param to the first byte behind it; the same as {@code from} where a file is missing
     * @param statements how many statements can be recognized there; each sent, settled or changed something
     * @param transactions how many ends of transactions can be recognized there
     * @param reason a sentence
     */
    public record Loss(Path file, long from, long to, long statements, long transactions, String reason) {}

    /**
     * The result of a rescue.
     *
     * @param store the path of the new store, as in a URL after {@code jdbc:hsqldb:file:}
     * @param transactions how many were taken from the log, besides what the last checkpoint had written
     * @param losses what was left out; empty if everything was whole
     */
    public record Result(Path store, long transactions, List<Loss> losses) {}

    /**
     * Takes what is whole into a new store.
     *
     * @param url of the damaged store, {@code jdbc:hsqldb:file:...}; nobody may have it open
     * @param user of the database; null for that of the URL, or {@code SA}
     * @param password null for that of the URL, or none
     * @param to the path of the new store, without an ending; there must be none. Its folder is made if need be
     * @throws JMSException if there is nothing to take, with a text that says why, and {@code RESTANTE-STORE-FAILED} or
     *     {@code RESTANTE-STORE-UNAVAILABLE}
     */
    public static Result rescue(String url, @Nullable String user, @Nullable String password, Path to)
            throws JMSException {
        try {
            StoreRescue.Rescued rescued = StoreRescue.rescue(location(url, user, password), to);
            return new Result(
                    rescued.database(),
                    rescued.transactions(),
                    rescued.losses().stream()
                            .map(loss -> new Loss(
                                    loss.file(),
                                    loss.from(),
                                    loss.to(),
                                    loss.statements(),
                                    loss.transactions(),
                                    loss.reason()))
                            .toList());
        } catch (StoreException refused) {
            throw NodeAccess.storeFailed(refused);
        }
    }

    private static StoreLocation.Url location(String url, @Nullable String user, @Nullable String password) {
        String ofDriver = UrlOptions.of(url).url();
        String opener = user != null ? user : StoreLocation.Url.userIn(ofDriver);
        String secret = password != null ? password : StoreLocation.Url.passwordIn(ofDriver);
        return new StoreLocation.Url(ofDriver, opener == null ? "SA" : opener, secret == null ? "" : secret);
    }
}
