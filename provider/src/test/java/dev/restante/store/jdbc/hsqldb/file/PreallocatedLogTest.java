package dev.restante.store.jdbc.hsqldb.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.store.StoreException;
import dev.restante.store.jdbc.JdbcStore;
import dev.restante.store.jdbc.StoreFixture;
import dev.restante.store.jdbc.StoreOpener;
import dev.restante.store.jdbc.connect.StoreLocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("the preallocated log of HSQLDB")
final class PreallocatedLogTest {

    private static final String ENCRYPTED = ";crypt_type=AES;crypt_key=00112233445566778899aabbccddeeff";

    @TempDir
    Path folder;

    private Path path() {
        return folder.resolve("store");
    }

    private static JdbcStore open(Path path, String properties) {
        return StoreOpener.open(new StoreLocation.Url("jdbc:hsqldb:file:" + path + properties, "SA", ""));
    }

    private static List<Long> storedAt(Path path, String properties) {
        try (StoreFixture fixture = new StoreFixture(open(path, properties))) {
            return fixture.storedIds();
        }
    }

    @Test
    @DisplayName("a commit leaves preallocated space for the next commits")
    void shouldAllocateAhead() throws IOException {
        try (StoreFixture fixture = new StoreFixture(open(path(), ""))) {
            long length = Files.size(Path.of(path() + ".log"));
            fixture.send();

            assertThat(Files.size(Path.of(path() + ".log"))).isEqualTo(length);
            assertThat(length - StoreFixture.logText(path()).length())
                    .isPositive()
                    .isLessThanOrEqualTo(PreallocatedFile.PREALLOCATION_BYTES);
        }
    }

    @Test
    @DisplayName("the store has all committed messages after a crash, and again after the next crash")
    void shouldReadWhatACrashLeaves() throws IOException {
        Path crashed;
        List<Long> sent;
        try (StoreFixture fixture = new StoreFixture(open(path(), ""))) {
            fixture.send();
            fixture.send();
            sent = fixture.storedIds();
            crashed = StoreFixture.copyAsAfterACrash(path());
        }

        assertThat(sent).hasSize(2);
        assertThat(storedAt(crashed, "")).isEqualTo(sent);
        assertThat(storedAt(crashed, "")).isEqualTo(sent);
    }

    @Test
    @DisplayName("HSQLDB alone reads all committed messages after a crash, too")
    void shouldBeReadByHsqldbAlone() throws IOException, SQLException {
        Path crashed;
        try (StoreFixture fixture = new StoreFixture(open(path(), ""))) {
            fixture.send();
            fixture.send();
            crashed = StoreFixture.copyAsAfterACrash(path());
        }

        try (Connection connection = DriverManager.getConnection("jdbc:hsqldb:file:" + crashed, "SA", "");
                Statement statement = connection.createStatement()) {
            try (ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM restante_message")) {
                row.next();
                assertThat(row.getInt(1)).isEqualTo(2);
            }
            statement.execute("SHUTDOWN");
        }
    }

    @Test
    @DisplayName("the store does not preallocate an encrypted log, because its content can contain zeros")
    void shouldLeaveAnEncryptedLogAlone() throws IOException {
        Path crashed;
        List<Long> sent;
        try (StoreFixture fixture = new StoreFixture(open(path(), ENCRYPTED))) {
            for (int i = 0; i < 20; i++) {
                fixture.send();
            }
            sent = fixture.storedIds();
            assertThat(Files.readAllBytes(Path.of(path() + ".log"))).contains(0);
            crashed = StoreFixture.copyAsAfterACrash(path());
        }

        // The store cannot be opened without the key.
        assertThatExceptionOfType(StoreException.class).isThrownBy(() -> open(crashed, ""));
        assertThat(storedAt(crashed, ENCRYPTED)).isEqualTo(sent).hasSize(20);
    }
}
