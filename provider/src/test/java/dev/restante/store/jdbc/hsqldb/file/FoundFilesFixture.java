package dev.restante.store.jdbc.hsqldb.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import dev.restante.store.jdbc.JdbcStore;
import dev.restante.store.jdbc.StoreChild;
import dev.restante.store.jdbc.StoreFixture;
import dev.restante.store.jdbc.StoreOpening;
import dev.restante.store.jdbc.hsqldb.HsqldbUpkeep;
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

/** A store of forty messages, as a crash has left it, and what else may happen to its files. */
abstract class FoundFilesFixture {

    static final int MESSAGES = 40;

    @TempDir
    Path folder;

    Path crashed;
    List<Long> sent;

    @BeforeEach
    void crash() throws IOException {
        Path path = folder.resolve("store");
        try (StoreFixture fixture = new StoreFixture(StoreOpening.open(StoreChild.location(path)))) {
            for (int i = 0; i < MESSAGES; i++) {
                fixture.send();
                if (i == 3) {
                    ((HsqldbUpkeep) ((JdbcStore) fixture.store).upkeep()).checkpointWhoeverIsInTransaction();
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

    /** Up to where the log is text. */
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
        try (StoreFixture fixture = new StoreFixture(StoreOpening.open(StoreChild.location(crashed)))) {
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
                    .matches(refused -> refused.kind() == Kind.FATAL)
                    .withMessageContaining(file(ending) + " is damaged at byte ")
                    .withMessageContaining(says);
        }
        assertThat(contents()).as("nothing is changed or removed").isEqualTo(before);
    }

    List<FoundLog.Part> groups() throws IOException {
        return FoundLog.read(file(".log")).parts().stream()
                .filter(part -> part.textEnd() > part.start())
                .toList();
    }

    /** As HSQLDB alone, or an earlier version, would have written it. */
    void makeOld() throws IOException {
        StringBuilder text = new StringBuilder();
        byte[] log = log();
        for (FoundLog.Part part : groups()) {
            text.append(new String(
                    log, (int) part.start(), (int) (part.textEnd() - part.start()), StandardCharsets.ISO_8859_1));
        }
        Files.writeString(file(".log"), text + "\0".repeat(10_000), StandardCharsets.ISO_8859_1);
        change(".properties", content -> new String(content, StandardCharsets.ISO_8859_1)
                .replaceAll("#restante.*\n", "")
                .getBytes(StandardCharsets.ISO_8859_1));
    }
}
