package dev.restante.store.jdbc.hsqldb.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.store.jdbc.StoreChild;
import dev.restante.store.jdbc.StoreFixture;
import dev.restante.store.jdbc.StoreOpener;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Tests of files that an earlier version left without checksums. */
@DisplayName("files of an embedded store of an earlier version")
final class UncheckedStoreFilesTest extends CrashedFilesFixture {

    @Test
    @DisplayName("a store of an earlier version opens, and is protected by checksums from then on")
    void shouldOpenAnOldStore() throws IOException {
        makeOld();
        assertThat(stored()).isEqualTo(sent);

        try (StoreFixture fixture = new StoreFixture(StoreOpener.open(StoreChild.location(crashed)))) {
            fixture.send();
            fixture.send();
            crashed = StoreFixture.copyAsAfterACrash(crashed);
        }
        flip(".log", textBytes() / 2);
        assertRefused(".log");
    }

    @Test
    @DisplayName("the store rejects a log without checksums whose state no crash can cause")
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
