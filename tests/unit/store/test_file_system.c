#include "store/file_system.h"

#include "testing.h"

static void expect(unsigned long magic, const char *fuse, const char *shared) {
    struct disk_kind kind = {.magic = magic};
    snprintf(kind.fuse, sizeof kind.fuse, "%s", fuse);
    const char *name = file_system_shared(&kind);
    if (shared == NULL)
        assert_null(name);
    else if (name == NULL)
        fail_msg("%lx %s is not known to be shared", magic, fuse);
    else
        assert_string_equal(name, shared);
}

static void file_systems_of_one_machine_are_local(void **state) {
    static const unsigned long local[] = {
        0xef53,     /* ext2, ext3, ext4 */
        0x58465342, /* XFS */
        0x9123683e, /* Btrfs */
        0x2fc12fc1, /* ZFS */
        0x01021994, /* tmpfs */
        0x794c7630, /* overlayfs */
        0xf2f52010, /* F2FS */
        0x4d44,     /* FAT */
    };
    for (size_t i = 0; i < LENGTH(local); i++)
        expect(local[i], "", NULL);
}

static void network_file_systems_are_shared(void **state) {
    expect(0x6969, "", "NFS");
    expect(0xff534d42, "", "CIFS");
    expect(0xfe534d42, "", "SMB2");
    expect(0x517b, "", "SMB");
    expect(0x01021997, "", "9p");
    expect(0x00c36400, "", "Ceph");
    expect(0x0bd00bd0, "", "Lustre");
    expect(0x5346414f, "", "AFS");
    expect(0x47504653, "", "GPFS");
}

static void behind_fuse_only_what_is_known_is_local(void **state) {
    expect(0x65735546, "fuse.sshfs", "fuse.sshfs");
    expect(0x65735546, "fuse.something", "fuse.something");
    expect(0x65735546, "", "FUSE");
    expect(0x65735546, "fuseblk", NULL);
    expect(0x65735546, "fuse.fuse-overlayfs", NULL);
}

static void the_kernel_is_asked(void **state) {
    struct disk_kind kind;
    assert_int_equal(file_system_kind("/proc", &kind), 0);
    assert_int_equal(kind.magic, 0x9fa0);
    assert_string_equal(kind.fuse, "");
    assert_int_equal(file_system_kind("/nowhere/at/all", &kind), -1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(file_systems_of_one_machine_are_local),
        TEST(network_file_systems_are_shared),
        TEST(behind_fuse_only_what_is_known_is_local),
        TEST(the_kernel_is_asked),
    };
    return RUN(tests);
}
