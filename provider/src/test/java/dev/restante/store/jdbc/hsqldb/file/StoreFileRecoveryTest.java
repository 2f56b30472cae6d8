package dev.restante.store.jdbc.hsqldb.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import dev.restante.store.jdbc.StoreChild;
import dev.restante.store.jdbc.StoreFixture;
import dev.restante.store.jdbc.StoreOpener;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.store.jdbc.hsqldb.HsqldbTuning;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("files of an embedded store after a crash or after damage")
final class StoreFileRecoveryTest extends CrashedFilesFixture {

    @Test
    @DisplayName("the store opens with all messages after a crash")
    void shouldOpen() {
        assertThat(stored()).isEqualTo(sent);
        assertThat(stored()).isEqualTo(sent);
    }

    @ParameterizedTest(name = "at {0} % of the log")
    @ValueSource(ints = {0, 1, 10, 37, 50, 90, 99, 100})
    @DisplayName("SND-01 the store rejects a log with a flipped byte at any position, and drops nothing")
    void shouldRefuseAFlippedByte(int percent) throws IOException {
        // The test spares the last frame, which only states that the text before it is durable.
        int at = (textBytes() - LogFrame.BYTES - 1) * percent / 100;
        flip(".log", at);

        assertRefused(".log", "restante store rescue");
    }

    @Test
    @DisplayName("SND-01 the store rejects a log in which a byte or a sector became zero")
    void shouldRefuseZeros() throws IOException {
        int middle = textBytes() / 2 / 512 * 512;
        byte[] whole = log();
        change(".log", content -> {
            content[middle + 7] = 0;
            return content;
        });
        assertRefused(".log");

        Arrays.fill(whole, middle, middle + 512, (byte) 0);
        Files.write(file(".log"), whole);
        assertRefused(".log");
    }

    @ParameterizedTest(name = "cut to {0} % of the log")
    @ValueSource(ints = {0, 20, 70, 100})
    @DisplayName("SND-01 the store rejects a log that lost its end")
    void shouldRefuseAShorterLog(int percent) throws IOException {
        int length = Math.max(1, textBytes() * percent / 100);
        change(".log", content -> Arrays.copyOf(content, length));

        assertRefused(".log");
    }

    @ParameterizedTest(name = "{0} additional bytes at {1} % of the log")
    @CsvSource({"-1, 30", "-600, 60", "1, 30", "600, 60"})
    @DisplayName("SND-01 the store rejects a log with missing or additional bytes in the middle")
    void shouldRefuseAShiftedEnd(int more, int percent) throws IOException {
        int at = textBytes() * percent / 100;
        change(".log", content -> {
            byte[] shifted = Arrays.copyOf(content, content.length + more);
            System.arraycopy(content, at, shifted, at + Math.max(0, more), content.length - at - Math.abs(more));
            if (more < 0) {
                System.arraycopy(content, at - more, shifted, at, content.length - at + more);
            }
            return Arrays.copyOf(shifted, content.length);
        });

        assertRefused(".log");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "y", "ye", "yes-new"})
    @DisplayName("SND-01 the store rejects properties without a complete end, for which HSQLDB would delete the log")
    void shouldRefuseHalfAState(String state) throws IOException {
        change(".properties", content -> {
            String text = new String(content, StandardCharsets.ISO_8859_1);
            return (text.substring(0, text.indexOf("modified=")) + "modified=" + state)
                    .getBytes(StandardCharsets.ISO_8859_1);
        });

        assertRefused(".properties");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/*C1*/SET SCHEMA SYSTEM_LOBS\nINSERT INTO BLOCKS VALUES(0,2147483647,0)\nCOMMIT\n"})
    @DisplayName("the store repeats a first opening that a full disk ended before there was a script")
    void shouldBeginAgain(String log) throws IOException {
        crashed = folder.resolve("begun");
        for (String ending : List.of(".data", ".lobs", ".properties.new")) {
            Files.createFile(file(ending));
        }
        Files.writeString(file(".log"), log);

        assertThat(stored()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {".log", ".script", ".data", ".properties"})
    @DisplayName("SND-01 the store reports a missing file as damage")
    void shouldRefuseWithoutAFile(String ending) throws IOException {
        Files.delete(file(ending));

        assertRefused(ending, "missing");
    }

    @Test
    @DisplayName(
            "SND-01 the store rejects a script or properties with a flipped byte, and a data file that became shorter")
    void shouldRefuseOtherFiles() throws IOException {
        byte[] script = Files.readAllBytes(file(".script"));
        flip(".script", script.length / 2);
        assertRefused(".script");
        Files.write(file(".script"), Arrays.copyOf(script, script.length - 1));
        assertRefused(".script");
        Files.write(file(".script"), script);

        byte[] properties = Files.readAllBytes(file(".properties"));
        flip(".properties", new String(properties, StandardCharsets.ISO_8859_1).indexOf("modified") + 1);
        assertRefused(".properties");
        Files.write(file(".properties"), properties);

        change(".data", content -> Arrays.copyOf(content, content.length - 1));
        assertRefused(".data");
    }

    @Test
    @DisplayName("the store rejects the log of another checkpoint")
    void shouldRefuseAnotherLog() throws IOException {
        byte[] former = log();
        stored();
        Path again;
        try (StoreFixture fixture = new StoreFixture(StoreOpener.open(StoreChild.location(crashed)))) {
            fixture.send();
            again = StoreFixture.copyAsAfterACrash(crashed);
        }
        crashed = again;
        Files.write(file(".log"), former);

        assertRefused(".log", "not the log of the last checkpoint");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INSERT INTO RESTANTE_",
                "/*C99*/INSERT INTO RESTANTE_MESSAGE VALUES(1)\n/*C99*/COMMIT\n",
                "\0\0\0"
            })
    @DisplayName("the store cuts off text behind the last commit group, which was never durable")
    void shouldCutATornTail(String tail) throws IOException {
        int end = textBytes();
        change(".log", content -> {
            byte[] bytes = tail.getBytes(StandardCharsets.ISO_8859_1);
            System.arraycopy(bytes, 0, content, end, bytes.length);
            return content;
        });

        assertThat(stored()).isEqualTo(sent);
    }

    @Test
    @DisplayName("the store drops a last commit group of which only parts are on the disk")
    void shouldDropATornGroup() throws IOException {
        FramedLogScan.LogPart last = groups().get(groups().size() - 1);
        byte[] log = log();
        // Before a sync returns, the disk has neither the rest of the group nor the mark that is written afterwards.
        Files.delete(DurableMark.pathFor(file(".log")));
        Arrays.fill(log, (int) last.start() + 100, log.length, (byte) 0);
        Files.write(file(".log"), log);

        assertThat(stored()).isEqualTo(sent.subList(0, MESSAGES - 1));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.1, 0.5, 0.9, 1})
    @DisplayName("SND-01 the store rejects a log that has only zeros from some position on")
    void shouldRefuseALogWithoutItsEnd(double part) throws IOException {
        List<FramedLogScan.LogPart> groups = groups();
        FramedLogScan.LogPart first = groups.get((int) ((groups.size() - 1) * part));
        byte[] log = log();
        Arrays.fill(log, (int) first.start() + 1, log.length, (byte) 0);
        Files.write(file(".log"), log);

        assertRefused(".log", "restante store rescue");
    }

    @Test
    @DisplayName("the store ignores a damaged durable mark, such as a power failure leaves")
    void shouldBelieveNoBrokenMark() throws IOException {
        Path mark = DurableMark.pathFor(file(".log"));
        byte[] whole = Files.readAllBytes(mark);
        assertThat(whole).isNotEmpty();
        byte[] broken = whole.clone();
        broken[whole.length / 2] ^= 1;
        for (byte[] found : List.of(new byte[0], new byte[whole.length], broken, Arrays.copyOf(whole, 5))) {
            Files.write(mark, found);
            assertThat(DurableMark.read(file(".log"))).isNull();
        }
        assertThat(stored()).isEqualTo(sent);
    }

    @Test
    @DisplayName("the log is intact if recovery cut off its tail but the store was not opened")
    void shouldBeWholeAfterTheCut() throws IOException {
        int end = textBytes();
        change(".log", content -> {
            content[end] = 'I';
            return content;
        });

        new StoreFileRecovery(crashed, Disk.REAL).recover(false);
        assertThat(Files.size(file(".log"))).isLessThan(end + 512);
        new StoreFileRecovery(crashed, Disk.REAL).recover(false);

        assertThat(stored()).isEqualTo(sent);
    }

    @Test
    @DisplayName("the store completes a replacement of the properties that HSQLDB had begun")
    void shouldFinishProperties() throws IOException {
        Files.move(file(".properties"), file(".properties.new"));

        assertThat(stored()).isEqualTo(sent);
    }

    @Test
    @DisplayName("the store completes a replacement of the script that HSQLDB could not complete")
    void shouldFinishTheScript() throws IOException {
        Files.move(file(".script"), file(".script.new"));

        assertThat(stored()).isEqualTo(sent);
    }

    @Test
    @DisplayName("the store keeps the log if HSQLDB could not replace the properties that ignore it")
    void shouldUseNewProperties() throws IOException {
        Files.copy(file(".properties"), file(".properties.new"));
        String written = Files.readString(file(".properties"), StandardCharsets.ISO_8859_1);
        Files.writeString(
                file(".properties"),
                written.substring(0, written.indexOf("#restante")).replace("modified=yes", "modified=no"),
                StandardCharsets.ISO_8859_1);

        assertThat(stored()).isEqualTo(sent);
    }

    @Test
    @DisplayName("the store cuts off an incomplete page of the backup, and rejects a missing backup")
    void shouldLookAtTheBackup() throws IOException {
        Path path = folder.resolve("other");
        HsqldbTuning tuning = new HsqldbTuning(Long.MAX_VALUE, Long.MAX_VALUE, 0, 5_000);
        try (StoreFixture fixture = new StoreFixture(StoreChild.open(
                new StoreLocation.Url("jdbc:hsqldb:file:" + path + ";hsqldb.cache_rows=100", "SA", ""), tuning))) {
            for (int i = 0; i < 300; i++) {
                fixture.send();
            }
            sent = fixture.storedIds();
            crashed = StoreFixture.copyAsAfterACrash(path);
        }
        assertThat(Files.size(file(".backup"))).isPositive();
        Path without = StoreFixture.copyAsAfterACrash(crashed);
        Files.write(file(".backup"), new byte[100], java.nio.file.StandardOpenOption.APPEND);

        assertThat(stored()).isEqualTo(sent);

        crashed = without;
        Files.delete(file(".backup"));
        assertRefused(".backup");
    }

    @ParameterizedTest
    @ValueSource(strings = {".properties", ".script", ".log", ".log.mark", ".data", ".backup", ".lobs", ".script.new"})
    @DisplayName("SND-01 the error names a directory in the place of a file")
    void shouldNameADirectory(String ending) throws IOException {
        Files.deleteIfExists(file(ending));
        Files.createDirectory(file(ending));
        assertThatExceptionOfType(StoreException.class).isThrownBy(this::stored).satisfies(e -> {
            assertThat(e.kind()).isEqualTo(StoreFailureKind.FATAL);
            assertThat(e.getMessage()).contains(file(ending) + " ", "it is a directory");
        });
    }
}
