package dev.restante.store.jdbc.hsqldb.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.store.jdbc.JdbcStore;
import dev.restante.store.jdbc.StoreChild;
import dev.restante.store.jdbc.StoreFixture;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.store.jdbc.hsqldb.HsqldbMaintenance;
import dev.restante.store.jdbc.hsqldb.HsqldbTuning;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("access rights to the files of an embedded store")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no such rights")
final class OwnerOnlyTest {

    @TempDir
    Path folder;

    private static String rights(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    private static Map<String, String> rightsIn(Path folder) throws IOException {
        Map<String, String> rights = new TreeMap<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                rights.put(file.getFileName().toString(), rights(file));
            }
        }
        return rights;
    }

    private static void assertOwnerOnly(Path folder) throws IOException {
        assertThat(rightsIn(folder)).isNotEmpty().allSatisfy((name, rights) -> assertThat(rights)
                .as(name)
                .isEqualTo(name.endsWith(".tmp") ? "rwx------" : "rw-------"));
    }

    private static StoreFixture open(Path path) {
        return new StoreFixture(StoreChild.open(
                new StoreLocation.Url("jdbc:hsqldb:file:" + path + ";hsqldb.cache_rows=100", "SA", ""),
                new HsqldbTuning(Long.MAX_VALUE, Long.MAX_VALUE, 0, 5_000)));
    }

    @Test
    @DisplayName("only their owner can access the files and folders of a store, at any time")
    void shouldBeTheOwnersOnly() throws IOException, SQLException {
        Path home = folder.resolve("made").resolve("here");
        Path path = home.resolve("store");
        try (StoreFixture fixture = open(path)) {
            assertThat(rights(home)).isEqualTo("rwx------");
            assertThat(rights(home.getParent())).isEqualTo("rwx------");
            assertOwnerOnly(home);
            for (int i = 0; i < 300; i++) {
                fixture.send();
            }
            assertThat(rightsIn(home)).containsKeys("store.log", "store.data", "store.script", "store.properties");
            assertOwnerOnly(home);

            ((HsqldbMaintenance) ((JdbcStore) fixture.store).maintenance()).forceCheckpoint();
            assertOwnerOnly(home);
            for (int i = 0; i < 300; i++) {
                fixture.send();
            }
            assertThat(Files.size(home.resolve("store.backup"))).isPositive();
            assertOwnerOnly(home);

            try (Connection application = DriverManager.getConnection("jdbc:hsqldb:file:" + path, "SA", "");
                    Statement statement = application.createStatement()) {
                statement.execute("CREATE TABLE pictures (picture BLOB)");
                statement.execute("INSERT INTO pictures VALUES (X'0123')");
            }
            assertThat(Files.size(home.resolve("store.lobs"))).isPositive();
            assertOwnerOnly(home);
        }
        assertOwnerOnly(home);
    }

    @Test
    @DisplayName(
            "the store restricts files of an earlier version, and leaves the rights of an existing folder unchanged")
    void shouldRestrictFormerFiles() throws IOException {
        open(folder.resolve("store")).close();
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        for (String name : rightsIn(folder).keySet()) {
            Files.setPosixFilePermissions(folder.resolve(name), PosixFilePermissions.fromString("rw-r--r--"));
        }
        Path other = Files.writeString(folder.resolve("storeroom"), "not of this store");
        String otherRights = rights(other);

        try (StoreFixture fixture = open(folder.resolve("store"))) {
            fixture.send();
            assertThat(rights(other)).isEqualTo(otherRights);
            assertThat(rights(folder)).isEqualTo("rwxr-xr-x");
            Files.delete(other);
            assertOwnerOnly(folder);
        }
    }
}
