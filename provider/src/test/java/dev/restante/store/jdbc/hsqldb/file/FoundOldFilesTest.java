package dev.restante.store.jdbc.hsqldb.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.store.jdbc.StoreChild;
import dev.restante.store.jdbc.StoreFixture;
import dev.restante.store.jdbc.StoreOpening;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Files of an embedded store that an earlier version has left, without checksums. */
@DisplayName("An embedded store's files of an earlier version")
final class FoundOldFilesTest extends FoundFilesFixture {

    @Test
    @DisplayName("a store of an earlier version opens, and is protected from then on")
    void shouldOpenAnOldStore() throws IOException {
        makeOld();
        assertThat(stored()).isEqualTo(sent);

        try (StoreFixture fixture = new StoreFixture(StoreOpening.open(StoreChild.location(crashed)))) {
            fixture.send();
            fixture.send();
            crashed = StoreFixture.copyAsAfterACrash(crashed);
        }
        flip(".log", textBytes() / 2);
        assertRefused(".log");
    }

    @Test
    @DisplayName("what no crash leaves in a log without checksums is damage as well")
    void shouldRefuseAnOldStore() throws IOException {
        makeOld();
        byte[] whole = log();
        int middle = new String(whole, StandardCharsets.ISO_8859_1).indexOf("\nCOMMIT", textBytes() / 2) + 3;

        whole[middle] = 0;
        Files.write(file(".log"), whole);
        assertRefused(".log");
        whole[middle] = (byte) 0xff;
        Files.write(file(".log"), whole);
        assertRefused(".log");
        Files.delete(file(".log"));
        assertRefused(".log", "missing");
    }
}
