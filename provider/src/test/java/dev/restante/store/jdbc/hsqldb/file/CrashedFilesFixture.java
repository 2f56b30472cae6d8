package dev.restante.store.jdbc.hsqldb.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import dev.restante.store.jdbc.JdbcStore;
import dev.restante.store.jdbc.StoreChild;
import dev.restante.store.jdbc.StoreFixture;
import dev.restante.store.jdbc.StoreOpener;
import dev.restante.store.jdbc.hsqldb.HsqldbMaintenance;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Base class of tests with the files of a store of forty messages after a crash, and with ways to damage them. */
abstract class CrashedFilesFixture {

    static final int MESSAGES = 40;

    @TempDir
    Path folder;

    Path crashed;
    List<Long> sent;

    @BeforeEach
    void crash() throws IOException {
        Path path = folder.resolve("store");
        try (StoreFixture fixture = new StoreFixture(StoreOpener.open(StoreChild.location(path)))) {
            for (int i = 0; i < MESSAGES; i++) {
                fixture.send();
                if (i == 3) {
                    ((HsqldbMaintenance) ((JdbcStore) fixture.store).maintenance()).forceCheckpoint();
                }
            }
            sent = fixture.storedIds();
            crashed = StoreFixture.copyAsAfterACrash(path);
        }
    }

    Path file(String ending) {
        return Path.of(crashed + ending);
    }

    byte[] log() throws IOException {
        return Files.readAllBytes(file(".log"));
    }

    /** Returns the length of the log without its preallocated zeros. */
    int textBytes() throws IOException {
        byte[] log = log();
        int end = log.length;
        while (log[end - 1] == 0) {
            end--;
        }
        return end;
    }

    void change(String ending, UnaryOperator<byte[]> change) throws IOException {
        Files.write(file(ending), change.apply(Files.readAllBytes(file(ending))));
    }

    void flip(String ending, int at) throws IOException {
        change(ending, content -> {
            content[at] ^= 0x10;
            return content;
        });
    }

    List<Long> stored() {
        try (StoreFixture fixture = new StoreFixture(StoreOpener.open(StoreChild.location(crashed)))) {
            return fixture.storedIds();
        }
    }

    Map<String, String> contents() throws IOException {
        Map<String, String> contents = new TreeMap<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(crashed.getParent(), Files::isRegularFile)) {
            for (Path each : files) {
                contents.put(each.toString(), Arrays.hashCode(Files.readAllBytes(each)) + ":" + Files.size(each));
            }
        }
        return contents;
    }

    void assertRefused(String ending) throws IOException {
        assertRefused(ending, "Nothing was changed");
    }

    void assertRefused(String ending, String says) throws IOException {
        Map<String, String> before = contents();
        for (int attempt = 0; attempt < 2; attempt++) {
            assertThatExceptionOfType(StoreException.class)
                    .isThrownBy(this::stored)
                    .matches(refused -> refused.kind() == StoreFailureKind.FATAL)
                    .withMessageContaining(file(ending) + " is damaged at byte ")
                    .withMessageContaining(says);
        }
        assertThat(contents()).as("files of the store").isEqualTo(before);
    }

    List<FramedLogScan.LogPart> groups() throws IOException {
        return FramedLogScan.read(file(".log")).parts().stream()
                .filter(part -> part.textEnd() > part.start())
                .toList();
    }

    /** Rewrites the files as HSQLDB alone or an earlier version would have written them. */
    void makeOld() throws IOException {
        StringBuilder text = new StringBuilder();
        byte[] log = log();
        for (FramedLogScan.LogPart part : groups()) {
            text.append(new String(
                    log, (int) part.start(), (int) (part.textEnd() - part.start()), StandardCharsets.ISO_8859_1));
        }
        Files.writeString(file(".log"), text + "\0".repeat(10_000), StandardCharsets.ISO_8859_1);
        change(".properties", content -> new String(content, StandardCharsets.ISO_8859_1)
                .replaceAll("#restante.*\n", "")
                .getBytes(StandardCharsets.ISO_8859_1));
    }
}
