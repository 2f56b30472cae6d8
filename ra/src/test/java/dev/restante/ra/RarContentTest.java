package dev.restante.ra;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("archive")
@DisplayName("Archive of the resource adapter")
final class RarContentTest {

    private static ZipFile archive() throws IOException {
        return new ZipFile(System.getProperty("restante.rar"));
    }

    /** Returns a file name without its version. */
    private static String unversioned(String name) {
        return name.replaceFirst("-\\d[\\w.]*(-SNAPSHOT)?(?=[-.])", "");
    }

    @Test
    @DisplayName("RA-38 the archive contains Restante, its libraries and drivers, but no library of servers")
    void shouldContainWhatItNeeds() throws IOException {
        try (ZipFile archive = archive()) {
            List<String> files = archive.stream()
                    .filter(entry -> !entry.isDirectory())
                    .map(ZipEntry::getName)
                    .filter(name -> !name.startsWith("META-INF/maven/"))
                    .map(RarContentTest::unversioned)
                    .toList();
            // Servers with SLF4J use their own. In other servers, this one leads to java.util.logging.
            assertThat(files)
                    .containsExactlyInAnyOrder(
                            "META-INF/MANIFEST.MF",
                            "META-INF/ra.xml",
                            "restante-ra-classes.jar",
                            "restante.jar",
                            "restante-console.jar",
                            "jackson-core.jar",
                            "hsqldb.jar",
                            "HikariCP.jar",
                            "jspecify.jar",
                            "cron-utils.jar",
                            "postgresql.jar",
                            "mariadb-java-client.jar",
                            "slf4j-api.jar",
                            "slf4j-jdk14.jar");
        }
    }

    @Test
    @DisplayName("RA-38 no jar in the archive contains a class of the Jakarta or Java APIs")
    void shouldContainNoApi() throws IOException {
        List<String> classes = new ArrayList<>();
        try (ZipFile archive = archive()) {
            for (ZipEntry entry : archive.stream()
                    .filter(each -> each.getName().endsWith(".jar"))
                    .toList()) {
                try (InputStream bytes = archive.getInputStream(entry);
                        ZipInputStream jar = new ZipInputStream(bytes)) {
                    for (ZipEntry each = jar.getNextEntry(); each != null; each = jar.getNextEntry()) {
                        classes.add(each.getName());
                    }
                }
            }
        }
        assertThat(classes).contains("dev/restante/ra/RestanteResourceAdapter.class");
        assertThat(classes).noneMatch(name -> name.startsWith("jakarta/") || name.startsWith("javax/"));
    }
}
