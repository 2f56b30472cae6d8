package dev.restante.store.jdbc.hsqldb;

import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import dev.restante.store.jdbc.connect.JdbcDriver;
import dev.restante.store.jdbc.connect.UrlText;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.Dialect;
import dev.restante.store.jdbc.database.StoreFailures;
import dev.restante.store.jdbc.database.Upkeep;
import dev.restante.store.jdbc.hsqldb.file.Disk;
import dev.restante.store.jdbc.hsqldb.file.HsqldbFiles;
import dev.restante.store.jdbc.product.DatabaseOpening;
import dev.restante.store.jdbc.product.DatabaseProduct;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * The opening of an HSQLDB database in this process. One that the application has opened is left as it is: it may also
 * be opened without us after a crash.
 */
final class HsqldbOpening implements DatabaseOpening {

    private final Request database;
    private final StoreTuning tuning;
    private final EmbeddedClaim claim;
    private final boolean openBefore;
    private final @Nullable EmbeddedOpening embedded;
    private @Nullable HsqldbFiles files;

    private HsqldbOpening(Request database, StoreTuning tuning, Disk disk, EmbeddedClaim claim) {
        this.database = database;
        this.tuning = tuning;
        this.claim = claim;
        this.openBefore = database.given() || HsqldbProcess.isOpen(database.url());
        this.embedded = openBefore
                ? null
                : EmbeddedOpening.of(database.url(), database.where(), disk, claim.lockFileWasMissing());
    }

    /** Claims the database; see {@link DatabaseProduct#open}. */
    static HsqldbOpening begin(Request database, StoreTuning tuning, Disk disk) {
        requireInProcess(database);
        requireNoQuestionMark(database);
        if (!database.mayCreate() && !database.given()) {
            requireFiles(database);
        }
        return new HsqldbOpening(database, tuning, disk, EmbeddedClaim.on(database.url(), database.givesWay()));
    }

    private static void requireInProcess(Request database) {
        if (!UrlText.isHsqldbInProcess(database.url())) {
            throw new StoreException(
                    Kind.FATAL,
                    database.where()
                            + " is not supported: HSQLDB is used inside the process (jdbc:hsqldb:file: or jdbc:hsqldb:mem:);"
                            + " for a database server use PostgreSQL",
                    null);
        }
    }

    /** Refuses parameters in the form of other databases: HSQLDB would make files with this name. */
    private static void requireNoQuestionMark(Request database) {
        String name = database.url().split(";", 2)[0];
        if (!database.given() && name.contains("?")) {
            throw new StoreException(
                    Kind.FATAL,
                    database.where()
                            + " has a question mark in its name, which HSQLDB takes as a part of file names. Put"
                            + " parameters of HSQLDB behind a semicolon: " + name.substring(0, name.indexOf('?'))
                            + ";NAME=VALUE",
                    null);
        }
    }

    /** Before the claim, which makes folders. */
    private static void requireFiles(Request database) {
        Optional<Path> path = UrlText.hsqldbPath(database.url());
        if (path.isPresent()
                && !Files.exists(Path.of(path.get() + ".properties"))
                && !Files.exists(Path.of(path.get() + ".properties.new"))
                && !Files.exists(Path.of(path.get() + ".script"))) {
            throw new StoreException(
                    Kind.FATAL,
                    database.where() + " has no store: there is no file " + path.get()
                            + ".properties. Is the path right? The option createStore makes a new store",
                    null);
        }
    }

    @Override
    public String url() {
        return HsqldbSettings.completed(database.url());
    }

    @Override
    public void configure(Properties properties) {}

    @Override
    public void prepare(JdbcDriver driver, Properties properties) {
        if (embedded != null) {
            embedded.makeReady();
        }
    }

    @Override
    public Dialect connected(Connection first, Connections others) throws SQLException {
        if (embedded != null) {
            files = embedded.takeOver(first);
        }
        return new HsqldbDialect();
    }

    @Override
    public boolean migrated(Connection first) throws SQLException {
        if (database.given()) {
            HsqldbSettings.require(first, database.where());
        } else {
            HsqldbSettings.apply(first);
        }
        if (files != null && embedded != null) {
            embedded.requireWritable(files);
        }
        return true;
    }

    @Override
    public @Nullable Path files() {
        return UrlText.hsqldbPath(database.url()).orElse(null);
    }

    @Override
    public Upkeep upkeep(Database opened) {
        return UrlText.hsqldbPath(database.url())
                .<Upkeep>map(path -> new HsqldbUpkeep(opened, path, files, tuning))
                .orElseGet(() -> Upkeep.none(opened.dialect()));
    }

    @Override
    public void close(Connections others) {
        if (!openBefore) {
            shutDown(others);
        }
        claim.close();
    }

    private void shutDown(Connections others) {
        try (Connection connection = others.open();
                Statement statement = connection.createStatement()) {
            statement.execute("SHUTDOWN");
        } catch (SQLException e) {
            throw new StoreFailures(new HsqldbFailureCodes()).of(database.where() + " can't be shut down", e);
        }
    }

    /** The claim goes last: whoever has it next must find the files closed. */
    @Override
    public void abandon() {
        if (!openBefore) {
            HsqldbProcess.abandon(database.url());
        }
        claim.close();
    }
}
