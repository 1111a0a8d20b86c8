#include "store/file_system.h"

#include <inttypes.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>

static const unsigned long fuse_magic = 0x65735546;

/* By the numbers of statfs(2) and of linux/magic.h, and of those that are not in the kernel. */
static const struct {
    unsigned long magic;
    const char *name;
} shared[] = {
    {0x6969, "NFS"},
    {0x517b, "SMB"},
    {0xff534d42, "CIFS"},
    {0xfe534d42, "SMB2"},
    {0x01021997, "9p"},
    {0x00c36400, "Ceph"},
    {0x0bd00bd0, "Lustre"},
    {0x5346414f, "AFS"},
    {0x6b414653, "AFS"},
    {0x73757245, "Coda"},
    {0x564c, "NCP"},
    {0x01161970, "GFS2"},
    {0x7461636f, "OCFS2"},
    {0x47504653, "GPFS"},
    {0x19830326, "BeeGFS"},
    {0xaad7aaea, "PanFS"},
    {0x20030528, "OrangeFS"},
    {0xbacbacbc, "VMware HGFS"},
    {0x786f4256, "VirtualBox shared folder"},
    {0x013111a8, "IBRIX"},
};

static const char *const local_fuse[] = {
    "fuseblk",         "fuse.ntfs-3g", "fuse.exfat",    "fuse.fuse-overlayfs", "fuse.unionfs",
    "fuse.mergerfs",   "fuse.bindfs",  "fuse.encfs",    "fuse.gocryptfs",      "fuse.cryfs",
    "fuse.squashfuse", "fuse.fuse2fs", "fuse.zfs-fuse", "fuse.ext4",           "fuse.unionfs-fuse",
};

/* The name in one line of /proc/self/mountinfo, if it is of the device. */
static bool read_mount(const char *line, dev_t device, char *name, size_t room) {
    unsigned number[2];
    if (sscanf(line, "%*u %*u %u:%u ", &number[0], &number[1]) != 2 ||
        makedev(number[0], number[1]) != device)
        return false;
    const char *dash = strstr(line, " - ");
    if (dash == NULL)
        return false;
    size_t n = strcspn(dash + 3, " ");
    snprintf(name, room, "%.*s", (int)n, dash + 3);
    return true;
}

/* Left empty if the list of mounts does not say. */
static void find_fuse_name(const char *path, struct disk_kind *kind) {
    struct stat info;
    FILE *mounts = fopen("/proc/self/mountinfo", "re");
    if (mounts == NULL)
        return;
    char *line = NULL;
    size_t room = 0;
    if (stat(path, &info) == 0)
        while (getline(&line, &room, mounts) > 0)
            if (read_mount(line, info.st_dev, kind->fuse, sizeof kind->fuse))
                break;
    free(line);
    fclose(mounts);
}

int file_system_kind(const char *path, struct disk_kind *kind) {
    struct statfs info;
    if (statfs(path, &info) != 0)
        return -1;
    /* Some numbers have their top bit set, and f_type is signed. */
    *kind = (struct disk_kind){.magic = (uint32_t)info.f_type};
    if (kind->magic == fuse_magic)
        find_fuse_name(path, kind);
    return 0;
}

const char *file_system_shared(const struct disk_kind *kind) {
    for (size_t i = 0; i < sizeof shared / sizeof *shared; i++)
        if (kind->magic == shared[i].magic)
            return shared[i].name;
    if (kind->magic != fuse_magic)
        return NULL;
    for (size_t i = 0; i < sizeof local_fuse / sizeof *local_fuse; i++)
        if (strcmp(kind->fuse, local_fuse[i]) == 0)
            return NULL;
    return kind->fuse[0] != '\0' ? kind->fuse : "FUSE";
}
